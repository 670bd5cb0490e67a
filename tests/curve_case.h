// Shared tests of LOGISTIC and TANH: curves that level off, whose int8 output has a fixed scale.
#pragma once
#include <math.h>

#include "tests/op_case.h"

namespace test {

constexpr float kStepOfS16 = 0x1p-15f;

// `step`, `zero`: the quantization of the output; `real`: the curve.
template <class Op, class S8, class F32>
struct CurveOf {
  using Case = OpCase<Op>;
  float step;
  int32_t zero;
  double (*real)(double);

  Case s8_case() const {
    static const float sixteenth = 0.0625f;
    Case c;
    c.in[0] = quantized(shape(1, 4), sixteenth, 3), c.out = quantized(shape(1, 4), step, zero);
    return c;
  }

  static Case f32_case() {
    Case c;
    c.in[0] = tensor(nook::DType::kF32, shape(1, 4)), c.out = tensor(nook::DType::kF32, shape(1, 4));
    return c;
  }

  void is_the_curve_to_one_step() const {
    static int8_t x[256], y[256];
    for (int32_t i = 0; i < 256; ++i) x[i] = static_cast<int8_t>(i - 128);
    for (uint32_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      const float scale = seed % 4 == 0 ? rng.real(0.1f, 1.0f) : rng.real(0.0005f, 0.1f);
      Case c = s8_case();
      c.in[0] = quantized(shape(256), scale, rng.in(-128, 127)), c.out.shape = shape(256);
      const auto* p = c.template params<S8>();
      if (!p) return;
      run_reference<S8>(*p, x, y);
      int32_t worst = 0;
      for (int32_t i = 0; i < 256; ++i) {
        const double want = real(double{scale} * (x[i] - c.in[0].zero_point));
        const int32_t q =
            naive_clamp(static_cast<int64_t>(floor(want / double{step} + 0.5)) + zero, -128, 127);
        const int32_t error = q < y[i] ? y[i] - q : q - y[i];
        worst = error > worst ? error : worst;
        EXPECT(i == 0 || y[i] >= y[i - 1]);
      }
      EXPECT(worst <= 1);
      const Operand in[] = {{x, 256}};
      expect_rows<S8>(*p, in, 1, y, 256, 1);
    }
  }

  static Case s16_case(const float& in, const float& out) {
    Case c;
    c.in[0] = quantized_s16(shape(1, 5), in), c.out = quantized_s16(shape(1, 5), out);
    return c;
  }

  // Allows the error of linear interpolation between table entries.
  template <class S16>
  void is_the_curve_s16(double most_steps) const {
    static int16_t x[1024], y[1024];
    static const float scales[] = {0x1p-12f,  0x1p-11f, 0x1p-10f, 0x1p-15f, 0.0003f, 0.001f,
                                   0.000245f, 0.02f,    1.0f,     5.0f,     1e-6f,   1e-12f};
    for (const float& scale : scales) {
      Case c = s16_case(scale, kStepOfS16);
      c.in[0].shape = c.out.shape = shape(1024);
      for (int32_t i = 0; i < 1024; ++i) x[i] = static_cast<int16_t>(i * 64 + i / 16 - 32768);
      const auto* p = c.template params<S16>();
      if (!p) return;
      run_reference<S16>(*p, x, y);
      double worst = 0;
      for (int32_t i = 0; i < 1024; ++i) {
        const double want = real(double{scale} * x[i]) * 32768;
        worst = fmax(worst, fabs(fmin(want, 32767) - y[i]));
      }
      if (worst > most_steps) printf("scale %g: %g steps\n", double{scale}, worst);
      EXPECT(worst <= most_steps);
      const Operand in[] = {{x, sizeof x}};
      expect_rows<S16>(*p, in, 1, y, sizeof y, 2);
    }
  }

  void refuses_other_quantization_s16() const {
    static const float large = 5.01f, twice = 0x1p-14f, fine = 0.001f, none = 0;
    Case c = s16_case(fine, kStepOfS16);
    EXPECT(c.prepare());
    c.in[0].zero_point = 1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, 0));
    c = s16_case(fine, kStepOfS16), c.out.zero_point = 1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c = s16_case(fine, twice);
    EXPECT(c.refused(nook::Reason::kScaleValue, nook::kFirstOutput));
    c = s16_case(large, kStepOfS16);
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s16_case(none, kStepOfS16);
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s16_case(fine, kStepOfS16), c.out.shape = shape(1, 6);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  }

  void is_the_curve_in_float() const {
    static float x[] = {0, 0.1f, -0.1f, 1, -1, 5, -5, 20, -20, 100, -100, 3e38f, -3e38f};
    constexpr int32_t kSize = sizeof x / sizeof x[0];
    float y[kSize];
    Case c = f32_case();
    c.in[0].shape = c.out.shape = shape(kSize);
    const auto* p = c.template params<F32>();
    if (!p) return;
    run_reference<F32>(*p, x, y);
    for (int32_t i = 0; i < kSize; ++i) {
      const double want = real(double{x[i]});
      EXPECT(fabs(double{y[i]} - want) <= 1e-6 * fabs(want) + 1e-37);
    }
    const Operand in[] = {{x, sizeof x}};
    expect_rows<F32>(*p, in, 1, y, sizeof y, 4);
  }

  void refuses_other_shapes_and_types() const {
    Case c = f32_case();
    c.out.shape = shape(4);
    EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
    c = s8_case(), c.out.shape = shape(1, 5);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = s8_case(), c.in[0].shape = c.out.shape = shape(0, 4);
    EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
    c = s8_case(), c.in[0].type = nook::DType::kS16;
    EXPECT(c.no_form());
    c = f32_case(), c.out.type = nook::DType::kS8;
    EXPECT(c.no_form());
  }

  void refuses_other_quantization() const {
    const float twice = 2 * step;
    static const float eight = 8, none = 0;
    Case c = s8_case();
    c.out.scales = {&twice, 1};
    EXPECT(c.refused(nook::Reason::kScaleValue, nook::kFirstOutput));
    c = s8_case(), c.out.zero_point = zero + 1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c = s8_case(), c.in[0].scales = {&eight, 1};
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s8_case(), c.in[0].scales = {&none, 1};
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s8_case(), c.in[0].scales = {};
    EXPECT(c.refused(nook::Reason::kScaleCount, 0));
    c = s8_case(), c.memory_bytes = sizeof(typename S8::Params) + 100;
    EXPECT(c.refused(nook::Reason::kPersistent, 0));
  }
};

}  // namespace test
