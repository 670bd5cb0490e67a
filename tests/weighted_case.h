// Random layers with weights: what the kernels of convolutions and fully connected layers are compared on.
#pragma once
#include "nook/ops/shared/quantize.h"
#include "tests/op_case.h"

namespace test {

// Ordinary weights, hostile ones (-128), the largest, small ones, or none.
inline void fill_weights(Rng& rng, int8_t* w, int32_t size) {
  const int32_t kind = rng.in(0, 7);
  for (int32_t i = 0; i < size; ++i) {
    const int32_t sign = rng.in(0, 1) ? 1 : -1;
    w[i] = static_cast<int8_t>(kind == 0   ? rng.in(-128, 127)
                               : kind == 1 ? 127 * sign
                               : kind == 2 ? -127
                               : kind == 3 ? rng.in(-3, 3)
                               : kind == 4 ? 0
                                           : rng.in(-127, 127));
  }
}

// Some biases are as large as no trained network's are, some as large as kernels take.
inline void fill_biases(Rng& rng, int32_t* bias, int32_t count) {
  const int32_t kind = rng.in(0, 15), most = kind == 1 ? 8000000 : kind == 2 ? 1000000 : 20000;
  for (int32_t i = 0; i < count; ++i)
    bias[i] = kind == 0 ? static_cast<int32_t>(rng.next()) : rng.in(-most, most);
}

// The extremes of a byte are as likely as all others together.
inline void fill_inputs(Rng& rng, int8_t* x, int32_t size) {
  const bool extreme = rng.in(0, 3) == 0;
  for (int32_t i = 0; i < size; ++i)
    x[i] = static_cast<int8_t>(extreme ? (rng.in(0, 1) ? 127 : -128) : rng.in(-128, 127));
}

// Quantization of x (operand 0), w (operand 1, one scale or `channels`) and y: factors from 2^-13 to above 1;
// some channels have factors that are much smaller. A fused activation often clamps at -128.
struct RandomQuantization {
  static constexpr int32_t kMostChannels = 64;
  float x = 0, y = 0, w[kMostChannels];

  template <class Op>
  RandomQuantization(Rng& rng, OpCase<Op>& c, int32_t channels) {
    x = rng.real(0.01f, 0.1f), y = rng.real(0.02f, 0.2f);
    const float most = rng.in(0, 7) ? 0.05f : 4.0f, least = rng.in(0, 1) ? 0.001f : 0.01f;
    for (float& scale : w) scale = rng.real(least, most);
    if (rng.in(0, 2) == 0) {  // as in trained networks, factors from 2^-12 to 2^-5
      x = rng.real(0.02f, 0.04f), y = rng.real(0.02f, 0.06f);
      for (float& scale : w) scale = rng.real(0.001f, 0.015f);
    }
    c.in[0].scales = {&x, 1}, c.in[0].zero_point = rng.in(-128, 127);
    c.in[1].scales = {w, rng.in(0, 1) ? static_cast<size_t>(channels) : 1};
    for (int32_t outliers = rng.in(-3, 3); outliers > 0; --outliers)
      w[rng.in(0, kMostChannels - 1)] *= rng.in(0, 1) ? 1.0f / 64 : 1.0f / 4096;
    c.out.scales = {&y, 1}, c.out.zero_point = rng.in(0, 2) ? rng.in(-128, 127) : -128;
    c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  }
};

}  // namespace test
