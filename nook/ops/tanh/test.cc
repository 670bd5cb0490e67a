#include <math.h>

#include "nook/ops/tanh/tanh_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kStep = 0.0078125f, kSixteenth = 0.0625f;

double real_curve(double x) { return tanh(x); }

OpCase<Tanh> s8_case() {
  OpCase<Tanh> c;
  c.in[0] = quantized(shape(1, 4), kSixteenth, 3), c.out = quantized(shape(1, 4), kStep, 0);
  return c;
}

OpCase<Tanh> f32_case() {
  OpCase<Tanh> c;
  c.in[0] = tensor(DType::kF32, shape(1, 4)), c.out = tensor(DType::kF32, shape(1, 4));
  return c;
}

TEST(tanh_s8_is_the_curve_to_one_step_for_scales_up_to_1) {
  static int8_t x[256], y[256];
  for (int32_t i = 0; i < 256; ++i) x[i] = static_cast<int8_t>(i - 128);
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const float scale = seed % 4 == 0 ? rng.real(0.1f, 1.0f) : rng.real(0.0005f, 0.1f);
    OpCase<Tanh> c = s8_case();
    c.in[0] = quantized(shape(256), scale, rng.in(-128, 127)), c.out.shape = shape(256);
    const auto* p = c.params<TanhS8>();
    if (!p) return;
    test::run_reference<TanhS8>(*p, x, y);
    int32_t worst = 0;
    for (int32_t i = 0; i < 256; ++i) {
      const double real = real_curve(double{scale} * (x[i] - c.in[0].zero_point));
      const int32_t q = test::naive_clamp(static_cast<int64_t>(floor(real * 128 + 0.5)) + 0, -128, 127);
      const int32_t error = q < y[i] ? y[i] - q : q - y[i];
      worst = error > worst ? error : worst;
      EXPECT(i == 0 || y[i] >= y[i - 1]);
    }
    EXPECT(worst <= 1);
    const test::Operand in[] = {{x, 256}};
    test::expect_rows<TanhS8>(*p, in, 1, y, 256, 1);
  }
}

TEST(tanh_f32_is_the_curve_and_does_not_overflow) {
  static float x[] = {0, 0.1f, -0.1f, 1, -1, 5, -5, 20, -20, 100, -100, 3e38f, -3e38f};
  constexpr int32_t kSize = sizeof x / sizeof x[0];
  float y[kSize];
  OpCase<Tanh> c = f32_case();
  c.in[0].shape = c.out.shape = shape(kSize);
  const auto* p = c.params<TanhF32>();
  if (!p) return;
  test::run_reference<TanhF32>(*p, x, y);
  for (int32_t i = 0; i < kSize; ++i) {
    const double real = real_curve(double{x[i]});
    EXPECT(fabs(double{y[i]} - real) <= 1e-6 * fabs(real) + 1e-37);
  }
  const test::Operand in[] = {{x, sizeof x}};
  test::expect_rows<TanhF32>(*p, in, 1, y, sizeof y, 4);
}

TEST(tanh_refuses_other_shapes_and_types) {
  OpCase<Tanh> c = f32_case();
  c.out.shape = shape(4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = s8_case(), c.out.shape = shape(1, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(), c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = s8_case(), c.in[0].type = DType::kS16;
  EXPECT(c.no_form());
  c = f32_case(), c.out.type = DType::kS8;
  EXPECT(c.no_form());
}

TEST(tanh_s8_refuses_an_output_that_is_not_quantized_as_the_curve_is) {
  static const float twice = 2 * kStep, eight = 8, none = 0;
  OpCase<Tanh> c = s8_case();
  c.out.scales = {&twice, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(), c.out.zero_point = 0 + 1;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c = s8_case(), c.in[0].scales = {&eight, 1};
  EXPECT(c.refused(Reason::kScaleValue, 0));
  c = s8_case(), c.in[0].scales = {&none, 1};
  EXPECT(c.refused(Reason::kScaleValue, 0));
  c = s8_case(), c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
  c = s8_case(), c.memory_bytes = sizeof(nook_tanh_s8) + 100;
  EXPECT(c.refused(Reason::kPersistent, 0));
}

}  // namespace
