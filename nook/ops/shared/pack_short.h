#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream for dot_short_dsp.h. Made on the host.
namespace nook {

// Whether all inputs fit into registers at once.
bool accepts_short(int32_t rows, int64_t size);
int32_t short_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_output.h accepts all outputs with small factors.
bool takes_short(const DotWeights& weights);
void pack_short(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

// The same for outputs whose negative values are clamped away, if fixed_once.h accepts all of them.
int32_t short_once_bytes(int32_t outputs, const InputRows& inputs);
bool takes_short_once(const DotWeights& weights);
void pack_short_once(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

}  // namespace nook
