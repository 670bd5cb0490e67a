#include "nook/ops/maximum/maximum_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(maximum_s8_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Maximum, MaximumS8, int8_t, int8_t>(
      DType::kS8, DType::kS8, [](int8_t a, int8_t b) { return static_cast<int8_t>(a > b ? a : b); });
}

TEST(maximum_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Maximum, MaximumF32, float, float>(
      DType::kF32, DType::kF32, [](float a, float b) { return static_cast<float>(a > b ? a : b); });
}

TEST(maximum_s16_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Maximum, MaximumS16, int16_t, int16_t>(
      DType::kS16, DType::kS16, [](int16_t a, int16_t b) { return static_cast<int16_t>(a > b ? a : b); });
}

TEST(maximum_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Maximum, MaximumS32, int32_t, int32_t>(
      DType::kS32, DType::kS32, [](int32_t a, int32_t b) { return static_cast<int32_t>(a > b ? a : b); });
}

TEST(maximum_s64_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Maximum, MaximumS64, int64_t, int64_t>(
      DType::kS64, DType::kS64, [](int64_t a, int64_t b) { return static_cast<int64_t>(a > b ? a : b); });
}

TEST(maximum_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Maximum>(DType::kF32, DType::kF32, DType::kBool);
}
