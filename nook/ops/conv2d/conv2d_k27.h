#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// The stream of weights for dot_3x3x3_fpu.h: that of dot_2x4_dsp.h, of 28 inputs all at a time. Made on the
// host.
namespace nook {

int64_t k27_bytes(int32_t outputs);
// Whether the kernel is exact, and negative outputs of all channels are clamped away.
bool takes_k27(const DotWeights& weights, const Tiles& tiles);
void pack_k27(const DotWeights& weights, const Tiles& tiles, PackedBytes& to);

}  // namespace nook
