// What operators y = f(x) of single elements have in common (nook/ops/families/unary.h).
#pragma once
#include <math.h>

#include "tests/op_case.h"

namespace test {

template <class Op, class S8, class F32>
struct UnaryOf {
  using Case = OpCase<Op>;
  double (*real)(double);
  double least = -1e30, most = 1e30;  // where the function is defined

  Case s8_case(const float& in, int32_t in_zero, const float& out, int32_t out_zero) const {
    Case c;
    c.in[0] = quantized(shape(256), in, in_zero), c.out = quantized(shape(256), out, out_zero);
    return c;
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
        if (at < least || at > most) continue;
        const double steps_of_y = fmax(-1e9, fmin(1e9, floor(real(at) / double{out} + 0.5)));
        const int32_t want = naive_clamp(static_cast<int64_t>(steps_of_y) + out_zero, -128, 127);
        EXPECT(want - y[i] <= steps && y[i] - want <= steps);
      }
      const Operand operands[] = {{x, 256}};
      expect_rows<S8>(*p, operands, 1, y, 256, 1);
    }
  }

  void is_the_function_in_float() const {
    static float x[] = {0, 0.1f, -0.1f, 1, -1, 2.9f, -2.9f, 3, -3, 5, -5, 20, -20};
    constexpr int32_t kSize = sizeof x / sizeof x[0];
    float y[kSize];
    Case c;
    c.in[0] = c.out = tensor(nook::DType::kF32, shape(kSize));
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
    c.in[0] = c.out = tensor(nook::DType::kF32, shape(4)), c.out.shape = shape(2, 2);
    EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
    c = s8_case(one, 0, one, 0), c.memory_bytes = sizeof(typename S8::Params) + 100;
    EXPECT(c.refused(nook::Reason::kPersistent, 0));
  }
};

}  // namespace test
