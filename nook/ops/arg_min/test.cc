#include "nook/ops/arg_min/arg_min_op.h"
#include "tests/index_case.h"

using namespace nook;

TEST(arg_min_s8_equals_the_definition_on_random_axes) {
  test::indexes<ArgMin, Index<ArgMin, DType::kS8>, int8_t>(DType::kS8,
                                                           [](int8_t a, int8_t b) { return a < b; });
}

TEST(arg_min_f32_equals_the_definition_on_random_axes) {
  test::indexes<ArgMin, Index<ArgMin, DType::kF32>, float>(DType::kF32,
                                                           [](float a, float b) { return a < b; });
}

TEST(arg_min_s32_equals_the_definition_on_random_axes) {
  test::indexes<ArgMin, Index<ArgMin, DType::kS32>, int32_t>(DType::kS32,
                                                             [](int32_t a, int32_t b) { return a < b; });
}

TEST(arg_min_refuses_other_axes_shapes_and_types) { test::refuses_other_axes_shapes_and_types<ArgMin>(); }
