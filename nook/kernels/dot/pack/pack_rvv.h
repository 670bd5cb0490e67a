#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot/rvv/dot_rvv.h and depthwise/rvv/taps_rvv.h.
namespace nook {

// Bytes of the biases, multipliers and shifts, which precede the weights.
constexpr int64_t factors_bytes_rvv(int32_t outputs) { return (int64_t{10} * outputs + 3) & ~int64_t{3}; }

// sum_at(o): the OutputSum of output o.
template <class SumAt>
void put_factors_rvv(int32_t outputs, SumAt sum_at, PackedBytes& to) {
  const auto words_at = [&](int32_t o) { return wrapped_output_words(sum_at(o)); };
  for (int32_t o = 0; o < outputs; ++o) to.put32(words_at(o).bias);
  for (int32_t o = 0; o < outputs; ++o) to.put32(words_at(o).multiplier >> 1);
  for (int32_t o = 0; o < outputs; ++o) to.put16(words_at(o).power + 1);
  if (outputs % 2 != 0) to.put16(0);
}

// Accepts all factors below 1/2.
constexpr int64_t inputs_bytes_rvv(int32_t outputs, int32_t depth) {
  return factors_bytes_rvv(outputs) + int64_t{outputs} * depth;
}
void pack_inputs_rvv(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kInputsRvv = {bytes_by_depth<inputs_bytes_rvv>, takes_eight_rv32,
                                            pack_inputs_rvv};

}  // namespace nook
