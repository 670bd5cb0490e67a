#include "nook/ops/quantize/quantize_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::naive_clamp;
using test::naive_rescale;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f, kQuarter = 0.25f;

OpCase<Quantize> s8_case() {
  OpCase<Quantize> c;
  c.in[0] = quantized(shape(1, 4), kHalf, 1), c.out = quantized(shape(1, 4), kQuarter, -3);
  return c;
}

OpCase<Quantize> f32_case() {
  OpCase<Quantize> c;
  c.in[0] = tensor(DType::kF32, shape(1, 4)), c.out = quantized(shape(1, 4), kHalf, -3);
  return c;
}

TEST(quantize_s8_computes_what_one_computes_by_hand) {
  // Reals: 5, -5, 0, 63; quantized with 0.25 and -3, the last is more than an int8.
  OpCase<Quantize> c = s8_case();
  const int8_t x[] = {11, -9, 1, 127}, y[] = {17, -23, -3, 127};
  const test::Operand in[] = {{x, 4}};
  const auto* p = c.params<QuantizeS8>();
  if (p) test::expect_rows<QuantizeS8>(*p, in, 1, y, 4, 1);
}

TEST(quantize_f32_rounds_ties_away_from_zero_and_saturates) {
  static const float one = 1.0f;
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  OpCase<Quantize> c = f32_case();
  c.in[0].shape = shape(14), c.out = quantized(shape(14), one, 0);
  // 0.49999997 is the float below 0.5: adding 0.5 to it gives 1. 3e9 and 1e30 are more than an int32.
  const float x[] = {0.5f,    -0.5f, 1.5f,  -1.5f, 0.49999997f, -0.49999997f, 126.5f,
                     -128.5f, 3e9f,  -3e9f, 1e30f, infinity,    -infinity,    nan};
  const int8_t y[] = {1, -1, 2, -2, 0, 0, 127, -128, 127, -128, 127, 127, -128, -128};
  const test::Operand in[] = {{x, 14 * 4}};
  const auto* p = c.params<QuantizeF32>();
  if (p) test::expect_rows<QuantizeF32>(*p, in, 1, y, 14, 4);
}

TEST(quantize_f32_equals_the_definition_on_random_shapes_and_scales) {
  static float x[300];
  static int8_t y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const float scale = rng.real(0.001f, 0.2f);
    OpCase<Quantize> c;
    c.in[0] = tensor(DType::kF32, test::random_shape(rng, 0, 300));
    c.out = quantized(c.in[0].shape, scale, rng.in(-128, 127));
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) {
      if (seed % 2)
        x[i] = scale * static_cast<float>(rng.in(-300, 300)) / 2;  // half of these are close to ties
      volatile const float quotient = x[i] / scale;
      const double q = double{quotient} < 0 ? double{quotient} - 0.5 : double{quotient} + 0.5;
      y[i] = static_cast<int8_t>(naive_clamp(static_cast<int32_t>(q) + c.out.zero_point, -128, 127));
    }
    const test::Operand in[] = {{x, size * 4}};
    const auto* p = c.params<QuantizeF32>();
    if (p) test::expect_rows<QuantizeF32>(*p, in, 1, y, size, 4);
  }
}

TEST(quantize_s8_keeps_the_ratio_of_its_scales_as_a_double) {
  static const float x = 0.1f, y = 0.7f;
  OpCase<Quantize> c = s8_case();
  c.in[0].scales = {&x, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<QuantizeS8>();
  EXPECT(p && p->multiplier % 128 != 0);
}

TEST(quantize_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f)};
    OpCase<Quantize> c;
    c.in[0] = quantized(test::random_shape(rng, 0, 300), scale[0], rng.in(-128, 127));
    c.out = quantized(c.in[0].shape, scale[1], rng.in(-128, 127));
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) {
      const double ratio = double{scale[0]} / double{scale[1]};
      const int32_t q = naive_rescale(x[i] - c.in[0].zero_point, ratio) + c.out.zero_point;
      y[i] = static_cast<int8_t>(naive_clamp(q, -128, 127));
    }
    const test::Operand in[] = {{x, size}};
    const auto* p = c.params<QuantizeS8>();
    if (p) test::expect_rows<QuantizeS8>(*p, in, 1, y, size, 1);
  }
}

TEST(quantize_refuses_an_output_of_another_shape) {
  OpCase<Quantize> c = f32_case();
  c.out.shape = shape(4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c.out.shape = shape(1, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}

TEST(quantize_s8_refuses_an_output_of_another_shape) {
  OpCase<Quantize> c = s8_case();
  c.out.shape = shape(4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c.out.shape = shape(1, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}

TEST(quantize_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  static const float two[] = {1.0f, 1.0f}, zero = 0.0f;
  {
    OpCase<Quantize> c = s8_case();
    c.in[0].zero_point = 128;
    EXPECT(c.refused(Reason::kZeroPoint, 0));
    c.in[0].zero_point = 0, c.in[0].scales = {two, 2};
    EXPECT(c.refused(Reason::kScaleCount, 0));
    c.in[0].scales = {&zero, 1};
    EXPECT(c.refused(Reason::kScaleValue, 0));
  }
  {
    OpCase<Quantize> c = s8_case();
    c.out.zero_point = 128;
    EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
    c.out.zero_point = 0, c.out.scales = {two, 2};
    EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
    c.out.scales = {&zero, 1};
    EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  }
}

TEST(quantize_f32_refuses_an_output_without_a_usable_scale) {
  OpCase<Quantize> c = f32_case();
  c.out.scales = {};
  EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
  c = f32_case(), c.out.zero_point = 200;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

TEST(quantize_refuses_a_ratio_of_scales_that_would_overflow) {
  static const float large = 8388608.0f, one = 1.0f;  // 2^23 needs a shift of 24, and 2^23 - 1 one less
  OpCase<Quantize> c = s8_case();
  c.in[0].scales = {&large, 1}, c.out.scales = {&one, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  static const float less = 8388607.0f;
  c.in[0].scales = {&less, 1}, c.in[0].zero_point = -128, c.out.zero_point = 0;
  const int8_t x[] = {127, -128, -127, 0}, y[] = {127, 0, 127, 127};
  const test::Operand in[] = {{x, 4}};
  const auto* p = c.params<QuantizeS8>();
  if (p) test::expect_rows<QuantizeS8>(*p, in, 1, y, 4, 1);
}

TEST(quantize_refuses_types_that_have_no_kernel) {
  OpCase<Quantize> c = s8_case();
  c.out.type = DType::kS16;
  EXPECT(c.no_form());
  c = s8_case(), c.in[0].type = DType::kU8;
  EXPECT(c.no_form());
}

}  // namespace
