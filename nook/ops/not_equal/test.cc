#include "nook/ops/not_equal/not_equal_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(not_equal_is_the_comparison_in_all_types) {
  test::compares<NotEqual>([](auto a, auto b) { return a != b; });
}

TEST(not_equal_bool_takes_any_byte_but_0_as_true) {
  test::is_of_truth_values<NotEqual>([](bool a, bool b) { return a != b; });
}

TEST(not_equal_refuses_other_shapes_types_and_scales) { test::refuses_what_is_not_compared<NotEqual>(); }
