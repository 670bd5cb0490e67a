#include "nook/ops/greater/greater_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(greater_is_the_comparison_in_all_types) {
  test::compares<Greater>([](auto a, auto b) { return a > b; });
}

TEST(greater_refuses_other_shapes_types_and_scales) { test::refuses_what_is_not_compared<Greater>(); }
