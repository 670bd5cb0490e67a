#include "nook/ops/reduce_any/reduce_any_op.h"
#include "tests/reduction_case.h"

using namespace nook;

TEST(reduce_any_equals_the_definition_on_random_axes) {
  test::reduces<ReduceAny, Reduction<ReduceAny, DType::kBool>, uint8_t>(
      DType::kBool, 0, [](uint8_t y, uint8_t x) { return static_cast<uint8_t>(y || x); });
}

TEST(reduce_any_refuses_shapes_axes_and_types) {
  test::refuses_shapes_axes_and_types<ReduceAny>(DType::kBool, DType::kF32);
}
