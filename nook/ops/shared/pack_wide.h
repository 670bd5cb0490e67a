#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_wide_dsp.h multiplies with. Made on the host.
namespace nook {

// Whether the kernel takes so many rows of this size.
bool accepts_wide(int64_t rows, int64_t size);
int64_t wide_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_once.h takes all outputs.
bool takes_wide(const DotWeights& weights, int32_t out_zero);
void pack_wide(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

}  // namespace nook
