#include "nook/ops/reduce_all/reduce_all_op.h"
#include "tests/reduction_case.h"

using namespace nook;

TEST(reduce_all_equals_the_definition_on_random_axes) {
  test::reduces<ReduceAll, Reduction<ReduceAll, DType::kBool>, uint8_t>(
      DType::kBool, 1, [](uint8_t y, uint8_t x) { return static_cast<uint8_t>(y && x); });
}

TEST(reduce_all_refuses_shapes_axes_and_types) {
  test::refuses_shapes_axes_and_types<ReduceAll>(DType::kBool, DType::kF32);
}
