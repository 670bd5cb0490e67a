#pragma once
#include "nook/ops/shared/pack_dots.h"

// The streams that dot_lanes_rv32.h and dot_lanes_thumb1.h multiply with. Made on the host.
namespace nook {

// What parts a window has depends on its taps.
struct LanesWindow {
  int32_t taps, channels;
};

// Streams that can be counted.
bool accepts_lanes(int32_t outputs, const LanesWindow& window, int32_t block);
// At most: how many rests there are depends on the weights.
int64_t lanes_bytes(int32_t outputs, const LanesWindow& window, int32_t block);
// More than one part: their sums wait for each other.
bool several_lanes_parts(const LanesWindow& window);

// Whether all outputs are taken by fixed_output.h, and rests are few enough to pay.
bool takes_lanes_rv32(const DotWeights& weights, const LanesWindow& window);
void pack_lanes_rv32(const DotWeights& weights, const LanesWindow& window, PackedBytes& to);
bool takes_lanes_thumb1(const DotWeights& weights, const LanesWindow& window);
void pack_lanes_thumb1(const DotWeights& weights, const LanesWindow& window, PackedBytes& to);

// Two inputs for one multiplication, for fully connected layers (fully_connected/pairs_rv32.h).
int64_t pairs_bytes_rv32(int32_t outputs, int32_t depth);
bool takes_pairs_rv32(const DotWeights& weights);
void pack_pairs_rv32(const DotWeights& weights, PackedBytes& to);

}  // namespace nook
