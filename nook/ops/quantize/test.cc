#include "nook/core/quantize.h"
#include "nook/ops/quantize/quantize_op.h"
#include "tests/quantized_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Quantize> of_reals() {
  return case_of<Quantize>(tensor(DType::kF32, shape(1, 4)), quantized(shape(1, 4), kHalf, -3));
}

// A tensor of a type other than int8.
TensorInfo quantized_as(DType type, const Shape& shape, const float& scale, int32_t zero_point) {
  TensorInfo t = quantized(shape, scale, zero_point);
  t.type = type;
  return t;
}

// A tie (which rounds away from zero) or any number.
float tie_or_any(Rng& rng, const OpCase<Quantize>& c) {
  const float steps = static_cast<float>(rng.in(-100000, 100000) >> rng.in(0, 10)) / 2;
  return rng.in(0, 1) ? c.out.scale() * steps : rng.real(-8, 8);
}

// From float32 to an integer type.
template <class Form, class Y>
void rounds_to_the_nearest(DType to) {
  const IntegerRange range = range_of(to);
  test::equals_the_definition<Form, float, Y>(
      300,
      [&](Rng& rng, const Shape& of, const float(&scale)[2]) {
        const int32_t zero = rng.in(0, 3) ? rng.in(range.min, range.max) : 0;
        return case_of<Quantize>(tensor(DType::kF32, of), quantized_as(to, of, scale[1], zero));
      },
      tie_or_any,
      [&](const OpCase<Quantize>& c, float x) {
        volatile const float quotient = x / c.out.scale();
        const double q = double{quotient} < 0 ? double{quotient} - 0.5 : double{quotient} + 0.5;
        return naive_clamp(static_cast<int64_t>(q) + c.out.zero_point, range.min, range.max);
      });
}

// Between integer types, with random scales.
template <class Form, class X, class Y>
void requantizes(DType from, DType to) {
  const IntegerRange in_range = range_of(from), out_range = range_of(to);
  const auto zero = [](Rng& rng, const IntegerRange& r) {
    return r.max == INT32_MAX ? rng.in(-1000, 1000) : rng.in(r.min, r.max);
  };
  test::equals_the_definition<Form, X, Y>(
      100,
      [&](Rng& rng, const Shape& of, const float(&scale)[2]) {
        const TensorInfo x = quantized_as(from, of, scale[0], zero(rng, in_range));
        return case_of<Quantize>(x, quantized_as(to, of, scale[1], zero(rng, out_range)));
      },
      [&](Rng& rng, const OpCase<Quantize>&) {
        return sizeof(X) == 4 ? rng.in(-1000000, 1000000) : rng.in(in_range.min, in_range.max);
      },
      [&](const OpCase<Quantize>& c, X x) {
        const double ratio = double{c.in[0].scale()} / double{c.out.scale()};
        const int64_t q = int64_t{naive_rescale(x - c.in[0].zero_point, ratio)} + c.out.zero_point;
        return naive_clamp(q, out_range.min, out_range.max);
      });
}

}  // namespace

TEST(quantize_s8_equals_results_computed_by_hand) {
  // Reals: 5, -5, 0, 63; with scale 0.25 and zero point -3, the last one exceeds an int8.
  OpCase<Quantize> c = s8_case<Quantize>();
  const int8_t x[] = {11, -9, 1, 127}, y[] = {17, -23, -3, 127};
  test::expect_makes<QuantizeS8>(c, y, x);
}

TEST(quantize_f32_rounds_ties_away_from_zero_and_saturates) {
  static const float one = 1.0f;
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  OpCase<Quantize> c = of_reals();
  c.in[0].shape = shape(14), c.out = quantized(shape(14), one, 0);
  // 0.49999997 is the largest float below 0.5: adding 0.5 to it results in 1. 3e9 and 1e30 exceed an int32.
  const float x[] = {0.5f,    -0.5f, 1.5f,  -1.5f, 0.49999997f, -0.49999997f, 126.5f,
                     -128.5f, 3e9f,  -3e9f, 1e30f, infinity,    -infinity,    nan};
  const int8_t y[] = {1, -1, 2, -2, 0, 0, 127, -128, 127, -128, 127, 127, -128, -128};
  const test::Operand in[] = {{x, 14 * 4}};
  const auto* p = c.params<QuantizeF32>();
  if (p) test::expect_rows<QuantizeF32>(*p, in, 1, y, 14, 4);
}

TEST(quantize_f32_equals_the_definition_on_random_shapes_and_scales) {
  rounds_to_the_nearest<QuantizeF32, int8_t>(DType::kS8);
}

TEST(quantize_s8_keeps_the_ratio_of_its_scales_as_a_double) {
  static const float x = 0.1f, y = 0.7f;
  OpCase<Quantize> c = s8_case<Quantize>();
  c.in[0].scales = {&x, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<QuantizeS8>();
  EXPECT(p && p->multiplier % 128 != 0);
}

TEST(quantize_s8_equals_the_definition_on_random_shapes_and_scales) {
  requantizes<QuantizeS8, int8_t, int8_t>(DType::kS8, DType::kS8);
}

TEST(quantize_refuses_an_output_of_another_shape) { refuses_other_shapes(of_reals()); }

TEST(quantize_s8_refuses_an_output_of_another_shape) { refuses_other_shapes(s8_case<Quantize>()); }

TEST(quantize_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  refuses_other_quantization(s8_case<Quantize>());
}

TEST(quantize_f32_refuses_an_output_without_a_usable_scale) {
  OpCase<Quantize> c = of_reals();
  c.out.scales = {};
  EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
  c = of_reals(), c.out.zero_point = 200;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

TEST(quantize_refuses_a_ratio_of_scales_that_would_overflow) {
  refuses_a_ratio_of_scales_that_would_overflow<QuantizeS8>();
}

TEST(quantize_f32_s16_equals_results_computed_by_hand) {
  OpCase<Quantize> c = of_reals();
  c.in[0].shape = shape(6), c.out = quantized_as(DType::kS16, shape(6), kHalf, -3);
  const float x[] = {0, 0.25f, -0.25f, 1e9f, -1e9f, 16000.0f};
  const int16_t y[] = {-3, -2, -4, 32767, -32768, 31997};
  test::expect_makes<QuantizeF32S16>(c, y, x);
}

TEST(quantize_f32_s16_equals_the_definition_on_random_shapes_and_scales) {
  rounds_to_the_nearest<QuantizeF32S16, int16_t>(DType::kS16);
}

TEST(quantize_of_other_types_equals_results_computed_by_hand) {
  // Equal numbers in a type with another zero point: the upper bit changes.
  const int8_t x[] = {-128, -1, 0, 127};
  const uint8_t y[] = {0, 127, 128, 255};
  OpCase<Quantize> c;
  c.in[0] = quantized(shape(4), kHalf, -3), c.out = quantized_as(DType::kU8, shape(4), kHalf, 125);
  const test::Operand in[] = {{x, 4}};
  const auto* p = c.params<QuantizeAny>();
  if (p) test::expect_rows<QuantizeAny>(*p, in, 1, y, 4, 1);
  // Halved scale, including values beyond the range.
  const int32_t some[] = {-1, 0, 3, 20000};
  const int16_t answers[] = {-12, -10, -4, 32767};
  c.in[0] = quantized_as(DType::kS32, shape(4), kHalf, 0);
  c.out = quantized_as(DType::kS16, shape(4), kQuarter, -10);
  const test::Operand few[] = {{some, sizeof some}};
  p = c.params<QuantizeAny>();
  if (p) test::expect_rows<QuantizeAny>(*p, few, 1, answers, sizeof answers, 4, 2);
}

TEST(quantize_of_other_types_equals_the_definition_on_random_shapes_and_scales) {
  requantizes<QuantizeAny, int8_t, int16_t>(DType::kS8, DType::kS16);
  requantizes<QuantizeAny, int8_t, int32_t>(DType::kS8, DType::kS32);
  requantizes<QuantizeAny, int8_t, uint8_t>(DType::kS8, DType::kU8);
  requantizes<QuantizeAny, uint8_t, int8_t>(DType::kU8, DType::kS8);
  requantizes<QuantizeAny, int16_t, int8_t>(DType::kS16, DType::kS8);
  requantizes<QuantizeAny, int16_t, int16_t>(DType::kS16, DType::kS16);
  requantizes<QuantizeAny, int16_t, int32_t>(DType::kS16, DType::kS32);
  requantizes<QuantizeAny, int32_t, int8_t>(DType::kS32, DType::kS8);
  requantizes<QuantizeAny, int32_t, int16_t>(DType::kS32, DType::kS16);
}

TEST(quantize_of_int32_takes_any_number_and_zero_point) {
  const int32_t x[] = {INT32_MIN, INT32_MAX, 0, -1};
  for (const int32_t zero : x) {
    OpCase<Quantize> c;
    c.in[0] = quantized_as(DType::kS32, shape(4), kHalf, zero);
    c.out = quantized_as(DType::kS32, shape(4), kQuarter, zero);
    const test::Operand in[] = {{x, sizeof x}};
    const auto* p = c.params<QuantizeAny>();
    if (p) test::expect_rows_like_reference<QuantizeAny>(*p, in, 1, sizeof x, 4);
  }
}

TEST(quantize_of_other_types_refuses_numbers_out_of_range) {
  static const float large = 65536.0f, one = 1.0f, two[] = {1.0f, 2.0f};
  OpCase<Quantize> c = s8_case<Quantize>();
  c.in[0].type = DType::kU8, c.in[0].zero_point = 256;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c.in[0].zero_point = 255, c.out.zero_point = -129;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c.out.zero_point = 0, c.out.scales = {two, 2};
  EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
  c.out.scales = {&one, 1}, c.in[0].type = DType::kS16, c.in[0].scales = {&large, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c.in[0].scales = {&one, 1}, c.out.shape = shape(1, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = of_reals(), c.out.type = DType::kS16, c.out.zero_point = 32768;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

TEST(quantize_refuses_types_that_have_no_kernel) {
  OpCase<Quantize> c = s8_case<Quantize>();
  c.out.type = DType::kF32;
  EXPECT(c.no_form());
  c = s8_case<Quantize>(), c.in[0].type = DType::kS64;
  EXPECT(c.no_form());
  c = of_reals(), c.out.type = DType::kS32;
  EXPECT(c.no_form());
}
