// Shared tests of CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED with int16 activations.
#pragma once
#include "nook/core/quantize.h"
#include "tests/weighted_case.h"

namespace test {

constexpr int32_t kMostS16 = 2000;  // elements of any operand
constexpr int32_t kMostChannelsS16 = 24;

// nook_rescale_s64() straight from its definition.
inline int32_t naive_rescale_s64(int64_t x, double real) {
  int32_t exponent = 0;
  while (real >= 1) real /= 2, ++exponent;
  while (real < 0.5) real *= 2, --exponent;
  int64_t multiplier = static_cast<int64_t>(real * 2147483648.0 + 0.5);
  if (multiplier == int64_t{1} << 31) multiplier /= 2, ++exponent;
  if (exponent < -31) return 0;
  int64_t upper = (multiplier + 32768) / 65536;
  if (upper > 32767) upper = 32767;
  const int64_t unit = int64_t{1} << (15 - exponent), sum = x * upper + unit / 2;
  return static_cast<int32_t>(sum / unit - (sum % unit < 0));
}

// The factor of an output channel, from the scales of x, w and y.
using RealFactor = double (*)(float x, float w, float y);
inline double factor_of_doubles(float x, float w, float y) { return double{x} * double{w} / double{y}; }

// A layer with the shapes of `c`, `channels` outputs, sums of the type `bias`, and random numbers.
// products(x, w, i): the sum of products of output element i.
template <class Form, class Op, class Products>
void layer_is_the_definition_s16(Rng& rng, OpCase<Op>& c, nook::DType bias, int32_t channels,
                                 Products products, RealFactor one_scale = factor_of_doubles) {
  static int16_t x[kMostS16], y[kMostS16];
  static int8_t w[kMostS16];
  static int64_t wide[kMostChannelsS16];
  static int32_t narrow[kMostChannelsS16];
  static float scales[kMostChannelsS16];
  const bool biased = rng.in(0, 3) > 0, sums_of_32 = bias == nook::DType::kS32;
  const bool per_channel = channels > 1 && rng.in(0, 1);
  const float x_scale = rng.real(0.0001f, 0.001f), y_scale = rng.real(0.0001f, 0.01f);
  for (float& s : scales) s = rng.real(0.001f, 0.05f);
  c.in[0] = quantized_s16(c.in[0].shape, x_scale), c.out = quantized_s16(c.out.shape, y_scale);
  c.in[1] = quantized(c.in[1].shape, scales[0], 0), c.in[2] = tensor(bias, shape(channels));
  if (per_channel) c.in[1].scales = {scales, static_cast<size_t>(channels)};
  c.inputs = biased ? 3 : 2;
  c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  const nook::IntegerRange range = nook::activation_range_of(c.attrs.activation, c.out);
  fill(rng, x, c.in[0].shape.elements()), fill(rng, w, c.in[1].shape.elements());
  for (int32_t o = 0; o < kMostChannelsS16; ++o) {
    narrow[o] = rng.in(-5000000, 5000000);
    wide[o] = int64_t{narrow[o]} * (1 << rng.in(0, 14));
  }
  for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
    const int32_t o = i % channels;
    const int64_t sum = products(x, w, i) + (!biased ? 0 : sums_of_32 ? narrow[o] : wide[o]);
    const double real =
        per_channel ? factor_of_doubles(x_scale, scales[o], y_scale) : one_scale(x_scale, scales[0], y_scale);
    const int32_t q =
        sums_of_32 ? naive_rescale(static_cast<int32_t>(sum), real) : naive_rescale_s64(sum, real);
    y[i] = static_cast<int16_t>(naive_clamp(q, range.min, range.max));
  }
  const void* const of_bias = sums_of_32 ? static_cast<const void*>(narrow) : wide;
  const Operand in[] = {{x, c.in[0].shape.elements() * 2},
                        {w, c.in[1].shape.elements()},
                        {biased ? of_bias : nullptr, channels * (sums_of_32 ? 4 : 8)}};
  const auto* p = c.template params<Form>();
  if (p) expect_rows<Form>(*p, in, 3, y, c.out.shape.elements() * 2, 4, 2);
}

// `c` is accepted with int8; with int16 instead, these are refused.
template <class Op>
void refuses_what_is_no_layer_of_s16(OpCase<Op> c) {
  static const float large = 1024, one = 1;
  c.in[0].type = c.out.type = nook::DType::kS16, c.in[2].type = nook::DType::kS64;
  c.in[0].zero_point = c.out.zero_point = 0;
  EXPECT(c.prepare());
  OpCase<Op> d = c;
  d.in[0].zero_point = 1;
  EXPECT(d.refused(nook::Reason::kZeroPoint, 0));
  d = c, d.out.zero_point = -1;
  EXPECT(d.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
  d = c, d.in[1].scales = {};
  EXPECT(d.refused(nook::Reason::kScaleCount, 1));
  // 64-bit sums have no room for a factor of 2^8.
  d = c, d.in[0].scales = d.out.scales = {&one, 1}, d.in[1].scales = {&large, 1};
  EXPECT(d.refused(nook::Reason::kScaleValue, 1));
  d = c, d.in[2].type = nook::DType::kS16;
  EXPECT(d.refused(nook::Reason::kType, 2));
  d = c, d.in[1].type = nook::DType::kS16;
  EXPECT(d.no_form());
  d = c, d.out.type = nook::DType::kS8;
  EXPECT(d.no_form());
}

// Biases at the ends of 64 bits: nothing overflows.
template <class Form, class Op>
void survives_any_bias_of_64_bits(OpCase<Op> c, int32_t channels) {
  static int16_t x[kMostS16];
  static int8_t w[kMostS16];
  static int64_t bias[kMostChannelsS16];
  c.in[0].type = c.out.type = nook::DType::kS16, c.in[2].type = nook::DType::kS64;
  c.in[0].zero_point = c.out.zero_point = 0;
  Rng rng(1);
  fill(rng, x, c.in[0].shape.elements()), fill(rng, w, c.in[1].shape.elements());
  for (int32_t o = 0; o < channels; ++o) bias[o] = o % 2 ? INT64_MIN : INT64_MAX;
  const Operand in[] = {
      {x, c.in[0].shape.elements() * 2}, {w, c.in[1].shape.elements()}, {bias, channels * 8}};
  const auto* p = c.template params<Form>();
  if (p) expect_rows_like_reference<Form>(*p, in, 3, c.out.shape.elements() * 2, 4, 2);
}

// Runs every row that this build supports on a layer with the shapes of `c` and random numbers of many kinds:
// the largest inputs, weights and biases, biases beyond 32 bits, nearly dead channels.
template <class Form, class Op>
void expect_fast_rows_s16(Rng& rng, OpCase<Op>& c, nook::DType bias_type, int32_t channels) {
  static int16_t x[kMostBytes / 2];
  static int8_t w[kMostBytes];
  static int32_t narrow[RandomQuantization::kMostChannels];
  static int64_t wide[RandomQuantization::kMostChannels];
  RandomQuantization quantization(rng, c, channels);
  quantization.x *= 0.03f;
  c.attrs.bias_type = bias_type;
  c.in[0].type = c.out.type = nook::DType::kS16, c.in[2] = tensor(bias_type, shape(channels));
  c.in[0].zero_point = c.out.zero_point = 0;
  const bool extreme = rng.in(0, 3) == 0, biased = rng.in(0, 3) > 0, huge = rng.in(0, 31) == 0;
  for (int32_t i = 0; i < c.in[0].shape.elements(); ++i)
    x[i] = static_cast<int16_t>(extreme ? (rng.in(0, 1) ? 32767 : -32768) : rng.in(-32768, 32767));
  fill_weights(rng, w, c.in[1].shape.elements());
  fill_biases(rng, narrow, channels);
  for (int32_t o = 0; o < channels; ++o) wide[o] = int64_t{narrow[o]} * (huge ? 1 << 20 : 1 << rng.in(0, 6));
  const bool sums_of_32 = bias_type == nook::DType::kS32;
  const void* const of_bias = sums_of_32 ? static_cast<const void*>(narrow) : wide;
  c.inputs = biased ? 3 : 2;
  const Operand in[] = {{x, c.in[0].shape.elements() * 2},
                        {w, c.in[1].shape.elements()},
                        {biased ? of_bias : nullptr, channels * (sums_of_32 ? 4 : 8)}};
  const auto* p = c.template params<Form>();
  if (p) expect_rows_like_reference<Form>(*p, in, 3, c.out.shape.elements() * 2, 4, 2);
}

// Runs the rows with sums and biases of 64 bits or of 32.
template <class S16, class Sum32, class Op>
void expect_fast_rows_of_either_sum(Rng& rng, OpCase<Op>& c, int32_t channels) {
  if (rng.in(0, 1))
    expect_fast_rows_s16<S16>(rng, c, nook::DType::kS64, channels);
  else
    expect_fast_rows_s16<Sum32>(rng, c, nook::DType::kS32, channels);
}

}  // namespace test
