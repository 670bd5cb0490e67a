// Shared tests of operators y = f(x) on single elements (nook/ops/families/unary.h).
#pragma once
#include <math.h>

#include "nook/ops/families/unary_op.h"
#include "tests/op_case.h"

namespace test {

// Operators that exist in float32.
template <class Op, class F32 = nook::UnaryF32<Op>>
struct UnaryF32Of {
  using Case = OpCase<Op>;
  double (*real)(double);
  double least = -1e30, most = 1e30;  // the domain of the function
  typename Op::Attrs attrs{};

  Case f32_case(const nook::Shape& of) const {
    Case c;
    c.attrs = attrs;
    c.in[0] = c.out = tensor(nook::DType::kF32, of);
    return c;
  }

  // Every row computes exactly `y` from `x`, bit by bit.
  template <size_t N>
  void makes(const float (&x)[N], const float (&y)[N]) const {
    Case c = f32_case(shape(static_cast<int32_t>(N)));
    const auto* p = c.template params<F32>();
    const Operand operands[] = {{x, sizeof x}};
    if (p) expect_rows<F32>(*p, operands, 1, y, sizeof y, 4);
  }

  template <size_t N>
  void makes_no_number_of(const float (&x)[N]) const {
    Case c = f32_case(shape(static_cast<int32_t>(N)));
    const auto* p = c.template params<F32>();
    float y[N];
    if (p) run_reference<F32>(*p, x, y);
    for (size_t i = 0; p && i < N; ++i) EXPECT(y[i] != y[i]);
  }

  void is_the_function_in_float() const {
    static const float x[] = {0, 0.1f, -0.1f, 1, -1, 2.9f, -2.9f, 3, -3, 5, -5, 20, -20};
    constexpr int32_t kSize = sizeof x / sizeof x[0];
    float y[kSize];
    Case c = f32_case(shape(kSize));
    const auto* p = c.template params<F32>();
    if (!p) return;
    run_reference<F32>(*p, x, y);
    for (int32_t i = 0; i < kSize; ++i) {
      if (double{x[i]} < least || double{x[i]} > most) continue;
      const double want = real(double{x[i]});
      EXPECT(fabs(double{y[i]} - want) <= 1e-6 * fabs(want) + 1e-6);
    }
    const Operand operands[] = {{x, sizeof x}};
    expect_rows<F32>(*p, operands, 1, y, sizeof y, 4);
  }

  // Equals the reference, at sizes that are not multiples of a loop's block.
  void has_rows_of_any_size() const {
    static float x[40];
    for (int32_t size = 1; size <= 40; ++size) {
      Rng rng(static_cast<uint32_t>(size));
      fill(rng, x, size);
      Case c = f32_case(shape(1, size));
      const Operand operands[] = {{x, size * 4}};
      const auto* p = c.template params<F32>();
      if (p) expect_rows_like_reference<F32>(*p, operands, 1, size * 4, 4);
    }
  }

  void refuses_other_shapes_in_float() const {
    Case c = f32_case(shape(4));
    c.out.shape = shape(2, 2);
    EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
    c.out.shape = shape(5);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c.in[0].shape = c.out.shape = shape(0, 4);
    EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
  }

  void refuses_all_but_float() const {
    refuses_other_shapes_in_float();
    static const float one = 1;
    Case c = f32_case(shape(4));
    c.out.type = nook::DType::kS32;
    EXPECT(c.no_form());
    c.in[0] = c.out = quantized(shape(4), one, 0);
    EXPECT(c.no_form());
  }
};

// Operators that also have a table for int8.
template <class Op, class S8 = nook::UnaryS8<Op>, class F32 = nook::UnaryF32<Op>>
struct UnaryOf : UnaryF32Of<Op, F32> {
  using Base = UnaryF32Of<Op, F32>;
  using Case = typename Base::Case;

  Case s8_case(const float& in, int32_t in_zero, const float& out, int32_t out_zero) const {
    Case c;
    c.attrs = this->attrs;
    c.in[0] = quantized(shape(256), in, in_zero), c.out = quantized(shape(256), out, out_zero);
    return c;
  }

  // For any scales the table can be computed: its entries are within int8.
  void takes_any_scales() const {
    static const float scales[] = {1e-45f, 1e-38f, 1e-3f, 1, 1e30f, 3e38f};
    for (const float& in : scales)
      for (const float& out : scales) {
        auto c = s8_case(in, -128, out, 0);
        EXPECT(c.prepare());
      }
  }

  // For scales of the output from 0.3 to 1.5 times the input's.
  void is_the_function_to(int32_t steps) const {
    static int8_t x[256], y[256];
    for (int32_t i = 0; i < 256; ++i) x[i] = static_cast<int8_t>(i - 128);
    for (uint32_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      const float in = rng.real(0.01f, 0.1f), out = in * rng.real(0.3f, 1.5f);
      const int32_t in_zero = rng.in(-128, 127), out_zero = rng.in(-128, 127);
      Case c = s8_case(in, in_zero, out, out_zero);
      const auto* p = c.template params<S8>();
      if (!p) return;
      run_reference<S8>(*p, x, y);
      for (int32_t i = 0; i < 256; ++i) {
        const double at = double{in} * (x[i] - in_zero);
        if (at < this->least || at > this->most) continue;
        const double steps_of_y = fmax(-1e9, fmin(1e9, floor(this->real(at) / double{out} + 0.5)));
        const int32_t want = naive_clamp(static_cast<int64_t>(steps_of_y) + out_zero, -128, 127);
        EXPECT(want - y[i] <= steps && y[i] - want <= steps);
      }
      const Operand operands[] = {{x, 256}};
      expect_rows<S8>(*p, operands, 1, y, 256, 1);
    }
  }

  // Every row computes exactly `y` from `x` with these scales and zero points.
  template <size_t N>
  void makes_s8(const float& in, int32_t in_zero, const float& out, int32_t out_zero, const int8_t (&x)[N],
                const int8_t (&y)[N]) const {
    Case c = s8_case(in, in_zero, out, out_zero);
    c.in[0].shape = c.out.shape = shape(static_cast<int32_t>(N));
    const auto* p = c.template params<S8>();
    const Operand operands[] = {{x, N}};
    if (p) expect_rows<S8>(*p, operands, 1, y, N, 1);
  }

  void refuses_a_ratio_of_scales_that_would_overflow() const {
    static const float large = 8388608.0f, one = 1.0f;
    EXPECT(s8_case(large, 0, one, 0).refused(nook::Reason::kScaleValue, nook::kFirstOutput));
  }

  void refuses_other_shapes_and_types() const {
    static const float one = 1, none = 0;
    Case c = s8_case(one, 0, one, 0);
    c.out.shape = shape(255);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = s8_case(none, 0, one, 0);
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s8_case(one, 0, one, 0), c.out.scales = {};
    EXPECT(c.refused(nook::Reason::kScaleCount, nook::kFirstOutput));
    c = s8_case(one, 0, one, 0), c.out.type = nook::DType::kF32;
    EXPECT(c.no_form());
    c = s8_case(one, 0, one, 0), c.in[0].shape = c.out.shape = shape(0, 4);
    EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
    this->refuses_other_shapes_in_float();
    c = s8_case(one, 0, one, 0), c.memory_bytes = sizeof(typename S8::Params) + 100;
    EXPECT(c.refused(nook::Reason::kPersistent, 0));
  }
};

// Operators with two slopes in int16.
template <class Op, class S16>
struct SlopesOf {
  static OpCase<Op> s16_case(const typename Op::Attrs& attrs, const float& in, const float& out,
                             int32_t size) {
    OpCase<Op> c;
    c.attrs = attrs, c.in[0] = c.out = tensor(nook::DType::kS16, shape(size));
    c.in[0].scales = {&in, 1}, c.out.scales = {&out, 1};
    return c;
  }

  template <size_t N>
  static void makes(const typename Op::Attrs& attrs, const float& in, const float& out, const int16_t (&x)[N],
                    const int16_t (&y)[N]) {
    auto c = s16_case(attrs, in, out, static_cast<int32_t>(N));
    const auto* p = c.template params<S16>();
    const Operand operands[] = {{x, sizeof x}};
    if (p) expect_rows<S16>(*p, operands, 1, y, sizeof y, 2);
  }

  // `want(x, ratio)`: y before clamping, given the quotient of the scales.
  static void is_the_definition(const typename Op::Attrs& attrs, int32_t (*want)(int32_t, double)) {
    static int16_t x[256], y[256];
    for (uint32_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      const float in = rng.real(0.001f, 0.1f), out = rng.real(0.001f, 0.1f);
      volatile const float ratio = in / out;
      for (int32_t i = 0; i < 256; ++i) {
        x[i] = static_cast<int16_t>(rng.in(-32768, 32767));
        y[i] = static_cast<int16_t>(naive_clamp(want(x[i], double{ratio}), -32768, 32767));
      }
      auto c = s16_case(attrs, in, out, 256);
      const auto* p = c.template params<S16>();
      const Operand operands[] = {{x, sizeof x}};
      if (p) expect_rows<S16>(*p, operands, 1, y, sizeof y, 2);
    }
  }

  static void refuses_other_quantization() {
    static const float one = 1, none = 0, large = 32768;
    auto c = s16_case({}, one, one, 4);
    c.in[0].zero_point = 1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, 0));
    c.in[0].zero_point = 0, c.out.zero_point = -1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c = s16_case({}, none, one, 4);
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = s16_case({}, one, one, 4), c.out.scales = {};
    EXPECT(c.refused(nook::Reason::kScaleCount, nook::kFirstOutput));
    c = s16_case({}, large, one, 4);
    EXPECT(c.refused(nook::Reason::kScaleValue, nook::kFirstOutput));
    c = s16_case({}, one, one, 4), c.out.shape = shape(5);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = s16_case({}, one, one, 4), c.out.type = nook::DType::kS8;
    EXPECT(c.no_form());
  }
};

// Calls f(x, count) with all int16, in parts; on boards, whose processors are emulated, with some of the
// parts.
template <class F>
void for_all_words(F f) {
  constexpr int32_t kPart = 1024, kParts = 64, kStep = NOOK_SIZE_STEP > 1 ? 9 : 1;
  static int16_t x[kPart];
  for (int32_t part = 0; part < kParts; part += kStep) {
    for (int32_t i = 0; i < kPart; ++i) x[i] = static_cast<int16_t>(part * kPart + i - 32768);
    f(x, kPart);
  }
}

// Functions of one int16.
template <class Op, class S16>
struct UnaryS16Of {
  double (*real)(double);
  typename Op::Attrs attrs{};

  OpCase<Op> case_of(const float& in, const float& out, int32_t size) const {
    OpCase<Op> c;
    c.attrs = attrs, c.in[0] = quantized_s16(shape(size), in), c.out = quantized_s16(shape(size), out);
    return c;
  }

  // y is clamped to int16. It differs from the function by at most `steps` of y and `of_x` times the real x.
  void is_the_function_to(const float& in, const float& out, double steps, double of_x = 0) const {
    double worst = 0;
    for_all_words([&](const int16_t* x, int32_t count) {
      static int16_t y[1024];
      OpCase<Op> c = case_of(in, out, count);
      const auto* p = c.template params<S16>();
      if (!p) return;
      run_reference<S16>(*p, x, y);
      for (int32_t i = 0; i < count; ++i) {
        const double at = double{in} * x[i], want = fmax(-32768, fmin(32767, real(at) / double{out}));
        worst = fmax(worst, fabs(want - y[i]) - of_x * fabs(at) / double{out});
      }
      const Operand operands[] = {{x, 2 * count}};
      expect_rows<S16>(*p, operands, 1, y, 2 * count, 2);
    });
    if (worst > steps) printf("scales %g and %g: %g steps\n", double{in}, double{out}, worst);
    EXPECT(worst <= steps);
  }

  template <size_t N>
  void makes(const float& in, const float& out, const int16_t (&x)[N], const int16_t (&y)[N]) const {
    OpCase<Op> c = case_of(in, out, static_cast<int32_t>(N));
    const auto* p = c.template params<S16>();
    const Operand operands[] = {{x, sizeof x}};
    if (p) expect_rows<S16>(*p, operands, 1, y, sizeof y, 2);
  }

  void refuses_other_quantization() const {
    static const float one = 1, none = 0;
    OpCase<Op> c = case_of(one, one, 4);
    c.in[0].zero_point = 1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, 0));
    c = case_of(one, one, 4), c.out.zero_point = -1;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c = case_of(none, one, 4);
    EXPECT(c.refused(nook::Reason::kScaleValue, 0));
    c = case_of(one, one, 4), c.out.scales = {};
    EXPECT(c.refused(nook::Reason::kScaleCount, nook::kFirstOutput));
    c = case_of(one, one, 4), c.out.shape = shape(5);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = case_of(one, one, 4), c.out.type = nook::DType::kS8;
    EXPECT(c.no_form());
  }

  // For any scales there is an answer or a refusal.
  void takes_or_refuses_any_scales() const {
    static const float scales[] = {1e-45f, 1e-38f, 1e-3f, 1, 1e30f, 3e38f};
    static int16_t x[] = {-32768, -1, 0, 1, 32767}, y[5];
    for (const float& in : scales)
      for (const float& out : scales) {
        OpCase<Op> c = case_of(in, out, 5);
        const auto prepared = c.prepare();
        if (prepared) run_reference<S16>(*static_cast<const typename S16::Params*>(prepared->params), x, y);
        EXPECT(prepared || c.refusal.reason == nook::Reason::kScaleValue);
      }
  }
};

}  // namespace test
