#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_winograd_dsp.h multiplies with, of filters of 3 by 3 over so many channels as it is
// made for. Made on the host.
namespace nook {

// Outputs are a multiple of four.
int64_t winograd_bytes(int32_t outputs);
// Whether 24 times every sum of products is an int32, and fixed_output.h takes all outputs as those with
// small factors.
bool takes_winograd(const DotWeights& weights);
void pack_winograd(const DotWeights& weights, PackedBytes& to);

}  // namespace nook
