#pragma once
#include "nook/kernels/dot/pack/pack_products.h"

// Packs weights for dot_3x3s2_dsp.h, on the host.
namespace nook {

int64_t k9_bytes(int32_t outputs);
// Whether fixed_once.h finds numbers for all outputs, which must have a RELU.
bool takes_k9(const DotWeights& weights);
void pack_k9(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kK9 = {bytes_by_outputs<k9_bytes>, takes_k9, pack_k9};

// The taps of each word of packed weights, for dot_3x3s2_dsp.h and dot_3x3s2_fpu.h; -1: none.
inline constexpr TwoInputs kTwosOfK9[] = {{0, 3}, {1, 4}, {2, 5}, {6, 8}, {7, -1}};
inline constexpr InputWords kWordsOfK9 = {kTwosOfK9, 5};

}  // namespace nook
