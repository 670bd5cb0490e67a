#include <math.h>

#include "nook/ops/div/div_op.h"
#include "tests/binary_case.h"
#include "tests/unary_case.h"

using namespace nook;

// The reciprocal has 31 bits, so the quotient equals the quotient of real numbers, except for ties.
TEST(div_s8_is_the_quotient_to_one_step) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const float scale[] = {rng.real(0.01f, 0.2f), rng.real(0.01f, 0.2f), rng.real(0.01f, 0.9f)};
    const test::Broadcast s = test::random_broadcast(rng);
    test::OpCase<Div> c;
    c.in[0] = test::quantized(s.a, scale[0], rng.in(-128, 127));
    c.in[1] = test::quantized(s.b, scale[1], rng.in(-128, 127));
    c.out = test::quantized(s.y, scale[2], rng.in(-128, 127));
    static int8_t a[300], b[300], y[300];
    test::fill(rng, a, s.a.elements()), test::fill(rng, b, s.b.elements());
    const auto* p = c.params<DivS8>();
    if (!p) return;
    const void* in[] = {a, b};
    void* out[] = {y};
    DivS8::kernels()[0].invoke(p, {in, out, nullptr});
    for (int32_t i = 0; i < s.y.elements(); ++i) {
      const int32_t over = a[test::broadcast_index(s.y, s.a, i)] - c.in[0].zero_point;
      const int32_t under = b[test::broadcast_index(s.y, s.b, i)] - c.in[1].zero_point;
      const double factor = double{scale[0]} / (double{scale[1]} * double{scale[2]});
      const double q = under == 0 ? 0 : floor(factor * over / under + 0.5);
      const int32_t want = test::naive_clamp(static_cast<int64_t>(q) + c.out.zero_point, -128, 127);
      EXPECT(want - y[i] <= 1 && y[i] - want <= 1);
    }
    const test::Operand operands[] = {{a, s.a.elements()}, {b, s.b.elements()}};
    test::expect_rows_like_reference<DivS8>(*p, operands, 2, s.y.elements(), 1);
  }
}

TEST(div_s8_equals_results_computed_by_hand_and_0_where_the_divisor_is_0) {
  static const float tenth = 0.1f, half = 0.5f;
  test::OpCase<Div> c;
  c.in[0] = test::quantized(test::shape(6), tenth, 2), c.in[1] = test::quantized(test::shape(6), tenth, -1);
  c.out = test::quantized(test::shape(6), half, 5);
  const int8_t a[] = {8, 8, -4, 100, 2, 3}, b[] = {2, -4, 1, -1, 5, 126}, y[] = {9, 1, -1, 5, 5, 5};
  test::expect_makes<DivS8>(c, y, a, b);
}

namespace {

// The largest error, in steps of y, of all dividends over `divisor`.
double worst_quotient(const float& of_a, const float& of_b, const float& of_y, int32_t divisor) {
  double worst = 0;
  const int16_t b[] = {static_cast<int16_t>(divisor)};
  test::for_all_words([&](const int16_t* a, int32_t count) {
    static int16_t y[1024];
    test::OpCase<Div> c;
    c.in[0] = test::quantized_s16(test::shape(count), of_a);
    c.in[1] = test::quantized_s16(test::shape(1), of_b);
    c.out = test::quantized_s16(test::shape(count), of_y);
    const auto* p = c.params<DivS16>();
    if (!p) return;
    const void* in[] = {a, b};
    void* out[] = {y};
    DivS16::kernels()[0].invoke(p, {in, out, nullptr});
    for (int32_t i = 0; i < count; ++i) {
      const double q = double{of_a} / (double{of_b} * double{of_y}) * a[i] / divisor;
      worst = fmax(worst, fabs(fmax(-32768, fmin(32767, q)) - y[i]));
    }
  });
  return worst;
}

}  // namespace

// The reciprocal has 31 bits, so that only the rounding of y is left.
TEST(div_s16_is_the_quotient_to_half_a_step_for_all_dividends) {
  static const float of_a = 1.0f / 1024, of_b = 1.0f / 512, scales[] = {0.00003f, 0.001f, 0.37f};
  static const int32_t divisors[] = {1, -1, 3, -7, 100, 1023, 1024, -4097, 32767, -32768};
  for (const int32_t divisor : divisors)
    for (const float& of_y : scales) EXPECT(worst_quotient(of_a, of_b, of_y, divisor) <= 0.51);
}

TEST(div_s16_equals_results_computed_by_hand_and_0_where_the_divisor_is_0) {
  static const float tenth = 0.1f, half = 0.5f;
  test::OpCase<Div> c;
  c.in[0] = test::quantized_s16(test::shape(6), tenth), c.in[1] = test::quantized_s16(test::shape(6), tenth);
  c.out = test::quantized_s16(test::shape(6), half);
  const int16_t a[] = {6000, 6000, -32768, -32768, 0, 5}, b[] = {30, -30, 2, -32768, 7, 0},
                y[] = {400, -400, -32768, 2, 0, 0}, clamped[] = {400, 0, 0, 2, 0, 0};
  test::expect_makes<DivS16>(c, y, a, b);
  c.attrs.activation = Activation::kRelu;
  test::expect_makes<DivS16>(c, clamped, a, b);
  c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
}

TEST(div_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Div, BinaryActF32<Div>, float, float>(
      DType::kF32, DType::kF32, [](const test::OpCase<Div>&, float a, float b) { return a / b; },
      [](test::OpCase<Div>&, test::Rng&) {}, 1);
}

TEST(div_s32_truncates_gives_0_where_the_divisor_is_0_and_wraps_around) {
  test::OpCase<Div> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kS32, test::shape(6));
  const int32_t a[] = {7, -7, 7, -7, 5, INT32_MIN}, b[] = {2, 2, -2, -2, 0, -1},
                y[] = {3, -3, -3, 3, 0, INT32_MIN}, clamped[] = {3, 0, 0, 3, 0, 0};
  test::expect_makes<BinaryActS32<Div>>(c, y, a, b);
  c.attrs.activation = Activation::kRelu6;
  test::expect_makes<BinaryActS32<Div>>(c, clamped, a, b);
}

TEST(div_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Div>(DType::kF32, DType::kF32, DType::kU8);
}

TEST(div_refuses_scales_without_room_and_activations_other_than_clamps) {
  static const float one = 1, huge = 1e30f, small = 1e-10f;
  test::OpCase<Div> c;
  c.in[0] = c.in[1] = c.out = test::quantized(test::shape(3), one, 0);
  EXPECT(c.prepare());
  c.out.scales = {&small, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c.in[1].scales = c.out.scales = {&huge, 1};  // their product is infinite
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c.in[1].scales = c.out.scales = {&one, 1}, c.attrs.activation = Activation::kTanh;
  EXPECT(c.refused(Reason::kActivation, 0));
}
