#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// The streams for dot_lanes_rv32.h and dot_lanes_thumb1.h. Made on the host.
namespace nook {

// The parts of a window depend on its taps.
struct LanesWindow {
  int32_t taps, channels;
};

// Streams whose size an int32 holds.
bool accepts_lanes(int32_t outputs, const LanesWindow& window, int32_t block);
// At most: how many rests there are depends on the weights.
int64_t lanes_bytes(int32_t outputs, const LanesWindow& window, int32_t block);
// More than one part: sums wait between parts.
bool several_lanes_parts(const LanesWindow& window);

// Whether fixed_output.h accepts all outputs, and rests are few enough to pay.
bool takes_lanes_rv32(const DotWeights& weights, const LanesWindow& window);
void pack_lanes_rv32(const DotWeights& weights, const LanesWindow& window, PackedBytes& to);
bool takes_lanes_thumb1(const DotWeights& weights, const LanesWindow& window);
void pack_lanes_thumb1(const DotWeights& weights, const LanesWindow& window, PackedBytes& to);

// Two inputs for one multiplication, for fully connected layers (fully_connected/pairs_rv32.h).
int64_t pairs_bytes_rv32(int32_t outputs, int32_t depth);
bool takes_pairs_rv32(const DotWeights& weights);
void pack_pairs_rv32(const DotWeights& weights, PackedBytes& to);

}  // namespace nook
