// Convolutions of float activations with int8 weights.
#pragma once
#include "tests/kernel_case.h"

namespace test {

// All operators share one set: the boards have little memory.
struct HybridOperands {
  static constexpr int32_t kMost = kMostBytes / 4, kMostChannels = 64;
  float x[kMost], real[kMost], y[kMost], bias[kMostChannels], scales[kMostChannels];
  int8_t w[kMost];
};
inline HybridOperands hybrid_operands;

// A float32 case, with the shapes of its operands, whose activations are bytes that quantize with scale 1.
// With int8 weights whose scales are powers of two, each row of form Hybrid gives the same result as the
// reference of form F32 with the same weights as floats.
template <class F32, class Hybrid, class Op>
void expect_bytes_like_floats(Rng& rng, OpCase<Op>& c) {
  constexpr int32_t kMost = HybridOperands::kMost;
  auto& [x, real, y, bias, scales, w] = hybrid_operands;
  const int32_t size = c.in[0].shape.elements(), weights = c.in[1].shape.elements();
  const int32_t image = size / c.in[0].shape.dim[0], channels = c.out.shape.back(0);
  if (image < 2 || size > kMost || weights > kMost || c.out.shape.elements() > kMost ||
      channels > HybridOperands::kMostChannels)
    return;
  for (int32_t i = 0; i < size; ++i) x[i] = static_cast<float>(rng.in(-127, 127));
  for (int32_t i = 0; i < size; i += image) x[i] = -128, x[i + 1] = 127;
  const bool many = rng.in(0, 1) && channels > 1;
  bool symmetric = !many && Op::kCode == nook::OpCode::kConv2D;
  if constexpr (Op::kCode == nook::OpCode::kFullyConnected) symmetric = !c.attrs.asymmetric;
  for (int32_t i = 0; i < size && symmetric; i += image) x[i] = 127;
  for (int32_t i = 0; i < channels; ++i) {
    scales[i] = many && i > 0 ? rng.in(0, 1) ? 0.25f : 2.0f : 0.5f;
    bias[i] = static_cast<float>(rng.in(-50, 50));
  }
  const bool outermost = c.in[1].shape.dim[0] == channels && Op::kCode != nook::OpCode::kDepthwiseConv2D;
  for (int32_t i = 0; i < weights; ++i) {
    const int32_t o = outermost ? i / (weights / channels) : i % channels;
    w[i] = static_cast<int8_t>(rng.in(-128, 127));
    real[i] = static_cast<float>(w[i]) * scales[many ? o : 0];
  }
  const auto* floats = c.template params<F32>();
  if (!floats) return;
  const void* in[] = {x, real, bias};
  void* const to[] = {y};
  const auto rows = F32::kernels();
  rows[rows.size() - 1].invoke(floats, {in, to, scratch_of(rows[rows.size() - 1], floats)});
  for (int32_t i = 0; i < c.out.shape.elements(); ++i) y[i] += 0.0f;  // avoids negative zero
  c.in[1].type = nook::DType::kS8, c.in[1].scales = {scales, many ? static_cast<size_t>(channels) : 1};
  const Operand operands[] = {{x, size * 4}, {w, weights}, {bias, channels * 4}};
  const auto* bytes = c.template params<Hybrid>();
  if (bytes) expect_rows<Hybrid>(*bytes, operands, 3, y, c.out.bytes(), 4);
}

// A float32 case, with the shapes of its operands: each row of form Hybrid writes the bytes of the reference,
// for any floats and int8 weights.
template <class Form, class Op>
void expect_hybrid_rows_like_reference(Rng& rng, OpCase<Op>& c) {
  constexpr int32_t kMostChannels = HybridOperands::kMostChannels;
  float(&scales)[kMostChannels] = hybrid_operands.scales, (&bias)[kMostChannels] = hybrid_operands.bias;
  const int32_t size = c.in[0].shape.elements(), weights = c.in[1].shape.elements();
  const int32_t channels = c.out.shape.back(0), largest = rng.in(0, 7) ? 127 : -128;
  if (size * 4 > kMostBytes || weights > kMostBytes || c.out.bytes() > kMostBytes || channels > kMostChannels)
    return;
  fill_floats(rng, layer_data.x, size, rng.in(0, 1));
  if (rng.in(0, 15) == 0) memset(layer_data.x, 0, sizeof layer_data.x);
  for (int32_t i = 0; i < weights; ++i)  // sometimes all of them are -128
    layer_data.w[i] = static_cast<uint8_t>(rng.in(-128, largest));
  for (int32_t i = 0; i < channels; ++i) scales[i] = rng.real(0.001f, 0.1f), bias[i] = rng.real(-5, 5);
  c.in[1].type = nook::DType::kS8;
  c.in[1].scales = {scales, rng.in(0, 1) ? static_cast<size_t>(channels) : 1};
  c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  const Operand in[] = {
      {layer_data.x, size * 4}, {layer_data.w, weights}, {rng.in(0, 3) ? bias : nullptr, channels * 4}};
  const auto* p = c.template params<Form>();
  if (p) expect_rows_like_reference<Form>(*p, in, 3, c.out.bytes(), 4);
}

}  // namespace test
