#include "nook/ops/less/less_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(less_s8_compares_the_real_numbers) {
  test::compares_real_numbers<Less, LessS8>([](int32_t a, int32_t b) { return a < b; });
}

TEST(less_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Less, LessF32, float, uint8_t>(
      DType::kF32, DType::kBool, [](float a, float b) { return static_cast<uint8_t>(a < b); });
}

TEST(less_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Less, LessS32, int32_t, uint8_t>(
      DType::kS32, DType::kBool, [](int32_t a, int32_t b) { return static_cast<uint8_t>(a < b); });
}

TEST(less_s64_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Less, LessS64, int64_t, uint8_t>(
      DType::kS64, DType::kBool, [](int64_t a, int64_t b) { return static_cast<uint8_t>(a < b); });
}

TEST(less_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Less>(DType::kF32, DType::kBool, DType::kS16);
}

TEST(less_refuses_scales_of_1_and_more) { test::refuses_large_scales<Less>(); }
