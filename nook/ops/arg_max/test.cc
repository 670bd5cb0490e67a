#include "nook/ops/arg_max/arg_max_op.h"
#include "tests/index_case.h"

using namespace nook;

TEST(arg_max_s8_equals_the_definition_on_random_axes) {
  test::indexes<ArgMax, Index<ArgMax, DType::kS8>, int8_t>(DType::kS8,
                                                           [](int8_t a, int8_t b) { return a > b; });
}

TEST(arg_max_f32_equals_the_definition_on_random_axes) {
  test::indexes<ArgMax, Index<ArgMax, DType::kF32>, float>(DType::kF32,
                                                           [](float a, float b) { return a > b; });
}

TEST(arg_max_s32_equals_the_definition_on_random_axes) {
  test::indexes<ArgMax, Index<ArgMax, DType::kS32>, int32_t>(DType::kS32,
                                                             [](int32_t a, int32_t b) { return a > b; });
}

TEST(arg_max_refuses_other_axes_shapes_and_types) { test::refuses_other_axes_shapes_and_types<ArgMax>(); }
