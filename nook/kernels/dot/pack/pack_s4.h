#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights of 4 bits (DotWeights::nibbles), on the host.
namespace nook {

// For dot_eight_s4_mve.h, with any depth up to this. Accepts all factors below 1.
constexpr int32_t kMostDepthS4Mve = 1 << 16;
constexpr int64_t eight_bytes_s4_mve(int32_t outputs, int32_t depth) {
  return stored_outputs_mve(outputs) * (((int64_t{depth} + 15) & ~int64_t{15}) / 2 + 12);
}
bool takes_eight_s4_mve(const DotWeights& weights);
void pack_eight_s4_mve(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kEightS4Mve = {bytes_by_depth<eight_bytes_s4_mve>, takes_eight_s4_mve,
                                             pack_eight_s4_mve};

// For dot_2x4_s4_dsp.h, at least four outputs. Accepts small factors where the sums of the first three of
// four outputs, and of the last one, have the bits that remain.
constexpr int64_t bytes_2x4_s4(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + 3) / 4 * ((int64_t{depth} + 1) / 2 * 4 + 48);
}
bool takes_2x4_s4(const DotWeights& weights);
// `part` is a multiple of four, or at least all inputs.
void pack_2x4_s4(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout k2x4S4 = {bytes_by_depth<bytes_2x4_s4>, takes_2x4_s4, pack_2x4_s4};

// For dot_1x8_s4_dsp.h, at least four outputs of whole fours of inputs. Accepts the same.
constexpr int64_t bytes_1x8_s4(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} / 8 * 2 + (outputs % 8 + 3) / 4) * (int64_t{2} * depth + 48);
}
bool takes_1x8_s4(const DotWeights& weights);
void pack_1x8_s4(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout k1x8S4 = {bytes_by_depth<bytes_1x8_s4>, takes_1x8_s4, pack_1x8_s4};

}  // namespace nook
