#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_3x4_k16_fpu.h and dot_3x4_k32_fpu.h, on the host.
namespace nook {

// Size for at least four outputs and whole words of inputs: up to 16 inputs, or more.
int64_t bytes_3x4(int32_t outputs, int32_t depth);
// Whether the kernel is exact: the two weights in a halfword fit, no sum reaches 2^23, and fixed_once.h finds
// numbers for all outputs.
bool takes_3x4(const DotWeights& weights);
void pack_3x4(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout k3x4 = {bytes_by_depth<bytes_3x4>, takes_3x4, pack_3x4};

}  // namespace nook
