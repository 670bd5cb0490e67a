#include "nook/ops/equal/equal_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(equal_s8_compares_the_real_numbers) {
  test::compares_real_numbers<Equal, EqualS8>([](int32_t a, int32_t b) { return a == b; });
}

TEST(equal_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Equal, EqualF32, float, uint8_t>(
      DType::kF32, DType::kBool, [](float a, float b) { return static_cast<uint8_t>(a == b); });
}

TEST(equal_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Equal, EqualS32, int32_t, uint8_t>(
      DType::kS32, DType::kBool, [](int32_t a, int32_t b) { return static_cast<uint8_t>(a == b); });
}

TEST(equal_s64_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Equal, EqualS64, int64_t, uint8_t>(
      DType::kS64, DType::kBool, [](int64_t a, int64_t b) { return static_cast<uint8_t>(a == b); });
}

TEST(equal_bool_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Equal, EqualBool, uint8_t, uint8_t>(
      DType::kBool, DType::kBool, [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(!a == !b); });
}

TEST(equal_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Equal>(DType::kF32, DType::kBool, DType::kS16);
}

TEST(equal_refuses_scales_of_1_and_more) { test::refuses_large_scales<Equal>(); }
