#include <float.h>

#include "nook/ops/reduce_min/reduce_min_op.h"
#include "tests/reduction_case.h"

using namespace nook;

TEST(reduce_min_s8_equals_the_definition_on_random_axes) {
  test::reduces<ReduceMin, Reduction<ReduceMin, DType::kS8>, int8_t>(
      DType::kS8, INT8_MAX, [](int8_t y, int8_t x) { return x < y ? x : y; });
}

TEST(reduce_min_s32_equals_the_definition_on_random_axes) {
  test::reduces<ReduceMin, Reduction<ReduceMin, DType::kS32>, int32_t>(
      DType::kS32, INT32_MAX, [](int32_t y, int32_t x) { return x < y ? x : y; });
}

TEST(reduce_min_s32_of_the_largest_integers) {
  static const int32_t axis[] = {1};
  test::OpCase<ReduceMin> c;
  c.in[0] = test::tensor(DType::kS32, test::shape(2, 2)), c.in[1] = test::constant(axis);
  c.out = test::tensor(DType::kS32, test::shape(2));
  const int32_t x[] = {INT32_MIN, INT32_MAX, 16777217, 16777216}, y[] = {INT32_MIN, 16777216};
  test::expect_makes<Reduction<ReduceMin, DType::kS32>>(c, y, x);
}

TEST(reduce_min_f32_equals_the_definition_on_random_axes) {
  test::reduces<ReduceMin, ReductionExtremum<ReduceMin>, float>(
      DType::kF32, FLT_MAX, [](float y, float x) { return x < y ? x : y; });
}

TEST(reduce_min_refuses_shapes_axes_and_types) {
  test::refuses_shapes_axes_and_types<ReduceMin>(DType::kF32, DType::kS16);
}

TEST(reduce_min_refuses_another_quantization) { test::refuses_another_quantization<ReduceMin>(); }
