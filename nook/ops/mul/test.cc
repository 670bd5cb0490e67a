#include "nook/ops/mul/mul_op.h"
#include "tests/arithmetic_case.h"
#include "tests/binary_case.h"

using namespace nook;
using namespace test;

namespace {

using Shared = test::Arithmetic<Mul, MulS8, MulF32>;

int32_t expected_s8(const OpCase<Mul>& c, int32_t a, int32_t b) {
  const double real = double{c.in[0].scale()} * double{c.in[1].scale()} / double{c.out.scale()};
  return naive_rescale((a - c.in[0].zero_point) * (b - c.in[1].zero_point), real) + c.out.zero_point;
}

TEST(mul_reads_the_fused_activation) {
  const auto attrs = test::Options<1>({3}).parse<Mul>();
  EXPECT(attrs && attrs->activation == Activation::kRelu6);
}

TEST(mul_s8_equals_results_computed_by_hand) {
  // Reals: 5 * 2, 0 * 0, -64 * 1, 63 * 32. With scale 0.5 and zero point -3, 9 represents 6.
  const int8_t a[] = {11, 1, -127, 127}, b[] = {6, -2, 2, 126}, y[] = {17, -3, -128, 127},
               clamped[] = {9, -3, -3, 9};
  Shared::makes_s8(a, b, y, clamped);
}

TEST(mul_s8_kernels_equal_the_reference) { Shared::kernels_equal_the_reference_s8(); }

TEST(mul_f32_equals_results_computed_by_hand) {
  const float a[] = {1, -2, 0.5f, 3}, b[] = {2, -3, 0.25f, -4}, y[] = {2, 6, 0.125f, -12},
              clamped[] = {2, 6, 0.125f, 0};
  Shared::makes_f32(a, b, y, clamped);
}

TEST(mul_s8_equals_the_definition_on_random_shapes_and_scales) {
  Shared::equals_the_definition_s8(expected_s8);
}

TEST(mul_s16_kernels_equal_the_reference) { Shared::kernels_equal_the_reference_s16<MulS16>(); }

TEST(mul_s16_equals_the_definition_on_random_shapes_and_scales) {
  Shared::equals_the_definition_s16<MulS16>(expected_s8, 0);
}

TEST(mul_s16_equals_results_computed_by_hand) {
  // With scales 0.5, 0.25 and 2: a sixteenth of the product.
  static const float scale[] = {0.5f, 0.25f, 2.0f};
  OpCase<Mul> c;
  c.in[0] = test::quantized_s16(shape(4), scale[0]), c.in[1] = test::quantized_s16(shape(4), scale[1]);
  c.out = test::quantized_s16(shape(4), scale[2]);
  const int16_t a[] = {100, -32768, 3, -8}, b[] = {80, -32768, 8, 3}, y[] = {500, 32767, 2, -2};
  test::expect_makes<MulS16>(c, y, a, b);
  c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
}

TEST(mul_f32_equals_the_definition_on_random_shapes) {
  Shared::equals_the_definition_f32([](float a, float b) { return a * b; });
}

TEST(mul_walks_overlaps_and_refuses_as_all_arithmetic_of_two_operands) { Shared::is_of_its_family(); }

TEST(mul_refuses_scales_whose_product_would_overflow) {
  static const float large = 32768.0f, one = 1.0f;
  OpCase<Mul> c = Shared::s8_case();
  c.in[0].scales = {&large, 1},
  c.in[1].scales = c.out.scales = {&one, 1};  // a factor of 2^15 needs a shift of 16
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

TEST(mul_s8_saturates_at_the_largest_scale_it_accepts) {
  static const float large = 32767.0f, one = 1.0f;
  OpCase<Mul> c;
  c.in[0] = quantized(shape(3), large, -128), c.in[1] = quantized(shape(3), one, -128);
  c.out = quantized(shape(3), one, -128);
  const int8_t a[] = {127, -128, -127}, b[] = {127, 127, -127}, y[] = {127, -128, 127};
  test::expect_makes<MulS8>(c, y, a, b);
}

TEST(mul_s8_takes_the_largest_products_with_the_largest_factor_below_a_half) {
  static const float below_half = 0.49999997f, one = 1.0f;
  OpCase<Mul> c;
  c.in[0] = quantized(shape(5), below_half, -128), c.in[1] = quantized(shape(5), one, -128);
  c.out = quantized(shape(5), one, 0);
  const int8_t a[] = {127, 127, -128, -127, -126}, b[] = {127, 126, 127, 127, 126},
               y[] = {127, 127, 0, 127, 127};
  const test::Operand in[] = {{a, 5}, {b, 5}};
  const auto* p = c.params<MulS8>();
  if (p) test::expect_rows<MulS8>(*p, in, 2, y, 5, 1);
  c.in[1].zero_point = 127;  // the second operand is negative
  const int8_t other[] = {-128, -127, -128, 127, 126}, negative[] = {-128, -128, 0, 0, -1};
  const test::Operand in_negative[] = {{a, 5}, {other, 5}};
  p = c.params<MulS8>();
  if (p) test::expect_rows<MulS8>(*p, in_negative, 2, negative, 5, 1);
}

TEST(mul_s32_wraps_around) {
  const auto function = [](int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
  };
  Shared::wraps_around_s32<BinaryActS32<Mul>>(function, false);
}

}  // namespace
