#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// The stream that dot_5x2_fpu.h and dot_4x2_fpu.h multiply with. Made on the host.
namespace nook {

// Zeros in front of the weights of two outputs, words.
int32_t zeros_of_neighbours(int32_t depth);
// At least two outputs, with at least four inputs each, as all_hidden_2x4() takes them.
int64_t neighbours_bytes(int32_t outputs, int32_t depth);
void pack_neighbours(const DotWeights& weights, int32_t zero, PackedBytes& to);

}  // namespace nook
