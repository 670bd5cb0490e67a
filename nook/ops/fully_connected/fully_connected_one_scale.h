#pragma once
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/shared/pack_dots.h"

// The stream of s8_one_scale_dsp.c: the multiplier and the power of all outputs (fixed_output.h, of small
// factors). Then for each six outputs, and for each four behind those: what their sums begin as, in pairs a,
// 256 * b + a, and the weights of four inputs after four, two words for each pair. Two outputs share a
// halfword, 256 * b + a; the first word meets inputs 0 and 2, the second one 1 and 3.
namespace nook {

// Inputs in whole loops, and outputs that sixes and fours make up.
constexpr bool accepts_one_scale_dsp(int32_t outputs, int32_t depth) {
  return outputs >= 4 && outputs % 2 == 0 && depth % NOOK_ONE_SCALE_INPUTS == 0;
}
constexpr int64_t one_scale_bytes_dsp(int32_t outputs, int32_t depth) {
  return NOOK_ONE_SCALE_BYTES + outputs * (int64_t{depth} + 4);
}
// Whether the kernel is exact: no sum reaches 2^23, not even of an output without products, no two weights
// that share a halfword leave it, and the factor is small.
bool takes_one_scale_dsp(const DotWeights& weights);
void pack_one_scale_dsp(const DotWeights& weights, PackedBytes& to);

}  // namespace nook
