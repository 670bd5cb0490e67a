#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// Packs weights for dot_5x2_fpu.h and dot_4x2_fpu.h, on the host.
namespace nook {

// Words of zeros before the weights of two outputs.
int32_t zeros_of_neighbours(int32_t depth);
// Size for at least two outputs, with at least four inputs each, that takes_relu_2x4() accepts.
int64_t neighbours_bytes(int32_t outputs, int32_t depth);
void pack_neighbours(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kNeighbours = {bytes_by_depth<neighbours_bytes>, takes_relu_2x4,
                                             pack_neighbours};

}  // namespace nook
