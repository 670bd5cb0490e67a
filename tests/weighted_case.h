// Random layers with weights, on which the kernels of convolutions and fully connected layers are compared.
#pragma once
#include "nook/core/quantize.h"
#include "tests/op_case.h"

namespace test {

// Ordinary weights, extreme ones (-128), the largest, small ones, or none.
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

// Some biases are larger than in any trained network, some as large as kernels support.
inline void fill_biases(Rng& rng, int32_t* bias, int32_t count) {
  const int32_t kind = rng.in(0, 15), most = kind == 1 ? 8000000 : kind == 2 ? 1000000 : 20000;
  for (int32_t i = 0; i < count; ++i)
    bias[i] = kind == 0 ? static_cast<int32_t>(rng.next()) : rng.in(-most, most);
}

// The extremes of a byte are as likely as all other values together.
inline void fill_inputs(Rng& rng, int8_t* x, int32_t size) {
  const bool extreme = rng.in(0, 3) == 0;
  for (int32_t i = 0; i < size; ++i)
    x[i] = static_cast<int8_t>(extreme ? (rng.in(0, 1) ? 127 : -128) : rng.in(-128, 127));
}

// Quantization of x (operand 0), w (operand 1, one scale or `channels`) and y: factors from 2^-13 to above 1;
// some channels have much smaller factors. A fused activation often clamps at -128.
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

// Scales that an int8 layer cannot compute with; a fine() case has a single scale for three outputs.
template <class Fine>
void refuses_quantization_of_layers(const Fine& fine) {
  static const float three[] = {0.5f, 0.25f, 1}, huge = 3e38f, tiny = 1e-37f;
  auto c = fine();
  c.in[1].zero_point = 1, c.in[1].scales = {three, 3};
  EXPECT(c.refused(nook::Reason::kZeroPoint, 1));
  c = fine(), c.in[0].scales = {};
  EXPECT(c.refused(nook::Reason::kScaleCount, 0));
  c = fine(), c.out.scales = {three, 2};
  EXPECT(c.refused(nook::Reason::kScaleCount, nook::kFirstOutput));
  c = fine(), c.in[0].scales = {&huge, 1}, c.out.scales = {&tiny, 1};
  EXPECT(c.refused(nook::Reason::kScaleValue, 1));
}

template <class Form>
void run_weighted_reference(const typename Form::Params& p, const void* x, const void* w, const void* bias,
                            void* y) {
  const void* in[] = {x, w, bias};
  void* const to[] = {y};
  const auto rows = Form::kernels();
  rows[rows.size() - 1].invoke(&p, {in, to, scratch_of(rows[rows.size() - 1], &p)});
}

// A layer with random constants whose weights have 4 bits: every row of form S4 gives the same result as the
// reference of form S8 with the same weights as bytes. The shapes of `c` are for int8.
template <class S8, class S4, class Op>
void expect_nibbles_like_bytes(Rng& rng, OpCase<Op>& c) {
  static int8_t x[kMostBytes], w[kMostBytes], y[kMostBytes];
  static uint8_t packed[kMostBytes / 2];
  static int32_t bias[RandomQuantization::kMostChannels];
  const int32_t size = c.in[1].shape.elements(), out = c.out.shape.elements();
  [[maybe_unused]] const RandomQuantization quantization(rng, c, c.out.shape.back(0));
  fill_inputs(rng, x, c.in[0].shape.elements()), fill_biases(rng, bias, c.out.shape.back(0));
  const int32_t kind = rng.in(0, 7);
  for (int32_t i = 0; i < size; ++i) {
    const int32_t v = kind == 0   ? (rng.in(0, 1) ? -8 : 7)
                      : kind == 1 ? -8
                      : kind == 2 ? rng.in(-1, 1)
                      : kind == 3 ? 0
                                  : rng.in(-8, 7);
    const int32_t bits = v & 15;
    w[i] = static_cast<int8_t>(v);
    packed[i / 2] = static_cast<uint8_t>(i % 2 ? packed[i / 2] | bits << 4 : bits);
  }
  const bool biased = rng.in(0, 3) > 0;
  c.inputs = biased ? 3 : 2;
  const Operand biases = {biased ? bias : nullptr, c.out.shape.back(0) * 4};
  const auto* p = c.template params<S8>();
  if (!p) return;
  run_weighted_reference<S8>(*p, x, w, biases.data, y);
  c.in[1].type = nook::DType::kS4, c.in[1].data = packed;
  const Operand operands[] = {{x, c.in[0].bytes()}, {packed, c.in[1].bytes()}, biases};
  const auto* narrow = c.template params<S4>();
  if (narrow) expect_rows<S4>(*narrow, operands, 3, y, out, 4);
}

}  // namespace test
