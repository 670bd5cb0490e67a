#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// The stream for dot_eight_dsp.h. Made on the host, or by the interpreter when it packs weights.
namespace nook {

// Of the outputs: the lowest value that a fused activation leaves.
struct EightRange {
  int32_t zero, low;
};

// Pairs of outputs in the part of the stream with `outputs` remaining.
constexpr int32_t eight_pairs(int32_t outputs) { return outputs > 6 ? 4 : (outputs + 1) / 2; }
// Of the stream, or more than INT32_MAX; largest for a range whose negative outputs are clamped away.
int64_t eight_bytes(int32_t outputs, int32_t depth, const EightRange& range);
// Whether an int32 holds the size of any stream except those for AVX2.
inline bool counts_streams(int32_t outputs, int32_t depth) {
  return eight_bytes_mve(outputs, depth) <= INT32_MAX && eight_bytes(outputs, depth, {0, 0}) <= INT32_MAX;
}
// Whether the kernel is exact: no sum reaches 2^23, the two weights in a halfword fit, and fixed_output.h
// accepts all outputs with small factors.
bool takes_eight(const DotWeights& weights);
void pack_eight(const DotWeights& weights, const EightRange& range, PackedBytes& to);

}  // namespace nook
