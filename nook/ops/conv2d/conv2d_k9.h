#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream of weights for dot_3x3s2_dsp.h. Made on the host.
namespace nook {

int64_t k9_bytes(int32_t outputs);
// Whether fixed_once.h finds numbers for all outputs, whose negative values are clamped away.
bool takes_k9(const DotWeights& weights, int32_t out_zero);
void pack_k9(const DotWeights& weights, int32_t out_zero, PackedBytes& to);

}  // namespace nook
