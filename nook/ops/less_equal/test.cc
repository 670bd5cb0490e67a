#include "nook/ops/less_equal/less_equal_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(less_equal_is_the_comparison_in_all_types) {
  test::compares<LessEqual>([](auto a, auto b) { return a <= b; });
}

TEST(less_equal_refuses_other_shapes_types_and_scales) { test::refuses_what_is_not_compared<LessEqual>(); }
