#pragma once
#include "nook/ops/shared/pack_dots.h"

// The streams that dot_lanes_rv32.h and dot_lanes_thumb1.h multiply with. Made on the host.
namespace nook {

// Depths whose words a rest can name, and streams that can be counted.
bool accepts_lanes(int32_t outputs, int64_t depth, int32_t block);
// At most: how many rests there are depends on the weights.
int64_t lanes_bytes(int32_t outputs, int32_t depth, int32_t block);

// Whether all outputs are taken by fixed_output.h, and rests are few enough to pay.
bool takes_lanes_rv32(const DotWeights& weights);
void pack_lanes_rv32(const DotWeights& weights, PackedBytes& to);
bool takes_lanes_thumb1(const DotWeights& weights);
void pack_lanes_thumb1(const DotWeights& weights, PackedBytes& to);

}  // namespace nook
