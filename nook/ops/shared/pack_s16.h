#pragma once
#include <stdint.h>

#include "nook/ops/shared/packed_bytes.h"

// The streams of int8 weights that kernels for int16 inputs multiply with. Made on the host.
namespace nook {

// Weights w[outputs][depth], their biases (of 64 bits, or of 32, or null) and their scales.
struct WeightsS16 {
  int32_t outputs, depth;
  const int8_t* w;
  const void* bias;
  bool sums_of_32;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;    // 0: one scale for all
  int32_t channels = 0;  // depthwise: w[depth][channels], outputs are channels
};

// A depth up to whole blocks.
constexpr int32_t depth_s16(int32_t depth) { return (depth + 3) & ~3; }

// For dot_pixels_dsp.h: of each two outputs what their sums begin as, weights, and how they are rescaled.
constexpr int64_t pixels_bytes(int32_t outputs, int32_t depth, bool sums_of_32) {
  return (int64_t{outputs} + 1) / 2 * (8 + 2 * ((int64_t{depth} + 3) & ~int64_t{3}) + (sums_of_32 ? 16 : 24));
}
// Whether every sum has 32 bits (30 where it is rounded twice), and every factor is below 1/4.
bool takes_pixels(const WeightsS16& weights);
void pack_pixels(const WeightsS16& weights, PackedBytes& to);

// The same of each four outputs for dot_segments_dsp.h.
constexpr int64_t segment_bytes(int32_t outputs, int32_t depth, bool sums_of_32) {
  return (int64_t{outputs} + 3) / 4 *
         (24 + 4 * ((int64_t{depth} + 3) & ~int64_t{3}) + (sums_of_32 ? 32 : 48));
}
// And no -128 shares a halfword with a negative weight.
bool takes_segments(const WeightsS16& weights);
void pack_segments(const WeightsS16& weights, PackedBytes& to);

// For depthwise_conv2d/s16_dsp.c, of each four channels: what sums begin as, four weights for each tap, and
// how they are rescaled.
constexpr int64_t channels_bytes(int32_t channels, int32_t taps) {
  return (int64_t{channels} + 3) / 4 * (64 + int64_t{4} * taps);
}
void pack_channels(const WeightsS16& weights, PackedBytes& to);

}  // namespace nook
