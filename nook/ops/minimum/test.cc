#include "nook/ops/minimum/minimum_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(minimum_s8_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Minimum, MinimumS8, int8_t, int8_t>(
      DType::kS8, DType::kS8, [](int8_t a, int8_t b) { return static_cast<int8_t>(a < b ? a : b); });
}

TEST(minimum_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Minimum, MinimumF32, float, float>(
      DType::kF32, DType::kF32, [](float a, float b) { return static_cast<float>(a < b ? a : b); });
}

TEST(minimum_s16_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Minimum, MinimumS16, int16_t, int16_t>(
      DType::kS16, DType::kS16, [](int16_t a, int16_t b) { return static_cast<int16_t>(a < b ? a : b); });
}

TEST(minimum_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Minimum, MinimumS32, int32_t, int32_t>(
      DType::kS32, DType::kS32, [](int32_t a, int32_t b) { return static_cast<int32_t>(a < b ? a : b); });
}

TEST(minimum_s64_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Minimum, MinimumS64, int64_t, int64_t>(
      DType::kS64, DType::kS64, [](int64_t a, int64_t b) { return static_cast<int64_t>(a < b ? a : b); });
}

TEST(minimum_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Minimum>(DType::kF32, DType::kF32, DType::kBool);
}
