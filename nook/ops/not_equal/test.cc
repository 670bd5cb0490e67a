#include "nook/ops/not_equal/not_equal_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(not_equal_s8_compares_the_real_numbers) {
  test::compares_real_numbers<NotEqual, NotEqualS8>([](int32_t a, int32_t b) { return a != b; });
}

TEST(not_equal_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<NotEqual, NotEqualF32, float, uint8_t>(
      DType::kF32, DType::kBool, [](float a, float b) { return static_cast<uint8_t>(a != b); });
}

TEST(not_equal_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<NotEqual, NotEqualS32, int32_t, uint8_t>(
      DType::kS32, DType::kBool, [](int32_t a, int32_t b) { return static_cast<uint8_t>(a != b); });
}

TEST(not_equal_s64_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<NotEqual, NotEqualS64, int64_t, uint8_t>(
      DType::kS64, DType::kBool, [](int64_t a, int64_t b) { return static_cast<uint8_t>(a != b); });
}

TEST(not_equal_bool_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<NotEqual, NotEqualBool, uint8_t, uint8_t>(
      DType::kBool, DType::kBool, [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(!a != !b); });
}

TEST(not_equal_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<NotEqual>(DType::kF32, DType::kBool, DType::kS16);
}

TEST(not_equal_refuses_scales_of_1_and_more) { test::refuses_large_scales<NotEqual>(); }
