#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// Packs weights for dot_3x3x3_fpu.h, on the host: the layout of dot_2x4_dsp.h for 28 inputs in one part.
namespace nook {

int64_t k27_bytes(int32_t outputs);
// Whether the kernel is exact, and all channels have a RELU.
bool takes_k27(const DotWeights& weights, const Tiles& tiles);
void pack_k27(const DotWeights& weights, const Tiles& tiles, PackedBytes& to);

}  // namespace nook
