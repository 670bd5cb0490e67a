#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_short_dsp.h multiplies with. Made on the host.
namespace nook {

// Whether they are so few that all are in registers at once.
bool accepts_short(int32_t rows, int64_t size);
int32_t short_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_output.h takes all outputs, as those with small factors.
bool takes_short(const DotWeights& weights);
void pack_short(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

// The same for outputs whose negative values are not seen, where fixed_once.h takes all of them.
int32_t short_once_bytes(int32_t outputs, const InputRows& inputs);
bool takes_short_once(const DotWeights& weights);
void pack_short_once(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

}  // namespace nook
