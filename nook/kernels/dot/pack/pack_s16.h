#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/weight_layout.h"

// Packs int8 weights for kernels with int16 inputs, on the host.
namespace nook {

// Weights w[outputs][depth], their biases (64-bit, 32-bit or null) and their scales.
struct WeightsS16 {
  int32_t outputs, depth;
  const int8_t* w;
  const void* bias;
  bool sums_of_32;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;    // 0: one scale for all outputs
  int32_t channels = 0;  // depthwise: w[depth][channels], outputs are channels
};

// LayoutOf<WeightsS16>::bytes from a size that depends on these numbers only.
template <int64_t (*bytes)(int32_t outputs, int32_t depth, bool sums_of_32)>
int64_t bytes_s16(const WeightsS16& weights) {
  return bytes(weights.outputs, weights.depth, weights.sums_of_32);
}
template <int64_t (*bytes)(int32_t outputs, int32_t depth)>
int64_t bytes_s16(const WeightsS16& weights) {
  return bytes(weights.outputs, weights.depth);
}

// A depth rounded up to whole blocks.
constexpr int32_t depth_s16(int32_t depth) { return (depth + 3) & ~3; }

// For dot_pixels_dsp.h: initial sums, weights, and factors of each two outputs.
constexpr int64_t pixels_bytes(int32_t outputs, int32_t depth, bool sums_of_32) {
  return (int64_t{outputs} + 1) / 2 * (8 + 2 * ((int64_t{depth} + 3) & ~int64_t{3}) + (sums_of_32 ? 16 : 24));
}
// Whether every sum fits 32 bits (30 if it is rounded twice), and every factor is below 1/4.
bool takes_pixels(const WeightsS16& weights);
void pack_pixels(const WeightsS16& weights, PackedBytes& to);
inline constexpr LayoutOf<WeightsS16> kPixelsS16 = {bytes_s16<pixels_bytes>, takes_pixels, pack_pixels};

// For dot_segments_dsp.h: likewise for each four outputs.
constexpr int64_t segment_bytes(int32_t outputs, int32_t depth, bool sums_of_32) {
  return (int64_t{outputs} + 3) / 4 *
         (24 + 4 * ((int64_t{depth} + 3) & ~int64_t{3}) + (sums_of_32 ? 32 : 48));
}
// takes_pixels(), and no -128 shares a halfword with a negative weight.
bool takes_segments(const WeightsS16& weights);
void pack_segments(const WeightsS16& weights, PackedBytes& to);
inline constexpr LayoutOf<WeightsS16> kSegmentsS16 = {bytes_s16<segment_bytes>, takes_segments,
                                                      pack_segments};

// For dot_eight_s16_mve.h.
constexpr int64_t eight_bytes_s16_mve(int32_t outputs, int32_t depth) {
  return ((int64_t{outputs} + 3) & ~int64_t{3}) * (12 + ((int64_t{depth} + 7) & ~int64_t{7}));
}
void pack_eight_s16_mve(const WeightsS16& weights, PackedBytes& to);
inline constexpr LayoutOf<WeightsS16> kEightS16Mve = {bytes_s16<eight_bytes_s16_mve>, takes_pixels,
                                                      pack_eight_s16_mve};

// For depthwise_conv2d/s16_dsp.c: initial sums, four weights per tap, and factors of each four channels.
constexpr int64_t channels_bytes(int32_t channels, int32_t taps) {
  return (int64_t{channels} + 3) / 4 * (64 + int64_t{4} * taps);
}
void pack_channels(const WeightsS16& weights, PackedBytes& to);
inline constexpr LayoutOf<WeightsS16> kChannelsS16 = {bytes_s16<channels_bytes>, takes_pixels, pack_channels};

// For depthwise_conv2d/s16_mve.c: initial sums, weights of each tap, multipliers and shifts of each eight
// channels, with even channels first.
constexpr int64_t channels_bytes_mve(int32_t channels, int32_t taps) {
  return (int64_t{channels} + 7) / 8 * (96 + int64_t{8} * taps);
}
void pack_channels_mve(const WeightsS16& weights, PackedBytes& to);
inline constexpr LayoutOf<WeightsS16> kChannelsS16Mve = {bytes_s16<channels_bytes_mve>, takes_pixels,
                                                         pack_channels_mve};

}  // namespace nook
