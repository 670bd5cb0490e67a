#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// Packs weights for dot_3x3x3_fpu.h, on the host: the layout of dot_2x4_dsp.h for 28 inputs in one part.
namespace nook {

int64_t k27_bytes(int32_t outputs);
void pack_k27(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kK27 = {bytes_by_outputs<k27_bytes>, takes_relu_2x4, pack_k27};

}  // namespace nook
