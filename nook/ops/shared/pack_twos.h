#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_twos_dsp.h multiplies with. Made on the host.
namespace nook {

// At least four outputs, of at least four inputs each.
int64_t twos_bytes(int32_t outputs, int32_t depth);
// Whether fixed_once.h takes all outputs, and two of them always share words.
bool takes_twos(const DotWeights& weights);
void pack_twos(const DotWeights& weights, int32_t out_zero, PackedBytes& to);

}  // namespace nook
