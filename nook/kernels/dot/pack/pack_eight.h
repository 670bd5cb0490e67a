#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_eight_dsp.h, on the host or in an interpreter with a packer.
namespace nook {

// Pairs of outputs in the group at which `outputs` remain.
constexpr int32_t eight_pairs(int32_t outputs) { return outputs > 6 ? 4 : (outputs + 1) / 2; }
// Bytes of packed weights, or more than INT32_MAX; largest if the range has a RELU.
int64_t eight_bytes(int32_t outputs, int32_t depth, const OutputRange& range);
// Whether an int32 holds the size of any packed weights except for AVX2.
inline bool counts_streams(int32_t outputs, int32_t depth) {
  return eight_bytes_mve(outputs, depth) <= INT32_MAX && eight_bytes(outputs, depth, {0, 0}) <= INT32_MAX;
}
// Whether the kernel is exact: no sum reaches 2^23, the two weights in a halfword fit, and fixed_output.h
// accepts all outputs with small factors.
bool takes_eight(const DotWeights& weights);
void pack_eight(const DotWeights& weights, PackedBytes& to);
inline int64_t eight_bytes_in_range(const DotWeights& weights) {
  return eight_bytes(weights.outputs, weights.depth, weights.range);
}
inline constexpr WeightLayout kEightDsp = {eight_bytes_in_range, takes_eight, pack_eight};

}  // namespace nook
