#include "nook/ops/equal/equal_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(equal_is_the_comparison_in_all_types) {
  test::compares<Equal>([](auto a, auto b) { return a == b; });
}

TEST(equal_bool_takes_any_byte_but_0_as_true) {
  test::is_of_truth_values<Equal>([](bool a, bool b) { return a == b; });
}

TEST(equal_refuses_other_shapes_types_and_scales) { test::refuses_what_is_not_compared<Equal>(); }
