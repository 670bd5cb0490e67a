#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_lanes_rv32.h, dot_lanes_thumb1.h, dot_lanes_thumb2.h and dot_lanes_ref.h, on the
// host.
namespace nook {

// The taps of a window, which determine its parts.
struct LanesWindow {
  int32_t taps, channels;
};

// Whether an int32 holds the size of the packed weights.
bool accepts_lanes(int32_t outputs, const LanesWindow& window, int32_t block);
// The largest size: the number of rests depends on the weights.
int64_t lanes_bytes(int32_t outputs, const LanesWindow& window, int32_t block);
// Whether there is more than one part: sums are kept between parts.
bool several_lanes_parts(const LanesWindow& window);

// Whether fixed_output.h accepts all outputs, and there are few enough rests for the kernel to pay.
int64_t lanes_bytes_rv32(const DotWeights& weights);
bool takes_lanes_rv32(const DotWeights& weights);
void pack_lanes_rv32(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kLanesRv32 = {lanes_bytes_rv32, takes_lanes_rv32, pack_lanes_rv32};
int64_t lanes_bytes_ref(const DotWeights& weights);
bool takes_lanes_ref(const DotWeights& weights);
void pack_lanes_ref(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kLanesRef = {lanes_bytes_ref, takes_lanes_ref, pack_lanes_ref};
int64_t lanes_bytes_thumb1(const DotWeights& weights);
bool takes_lanes_thumb1(const DotWeights& weights);
void pack_lanes_thumb1(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kLanesThumb1 = {lanes_bytes_thumb1, takes_lanes_thumb1, pack_lanes_thumb1};
int64_t lanes_bytes_thumb2(const DotWeights& weights);
bool takes_lanes_thumb2(const DotWeights& weights);
void pack_lanes_thumb2(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kLanesThumb2 = {lanes_bytes_thumb2, takes_lanes_thumb2, pack_lanes_thumb2};

// Two inputs per multiplication, for fully connected layers (nook/kernels/dot/pairs.h).
int64_t input_pairs_bytes(int32_t outputs, int32_t depth);
bool takes_input_pairs(const DotWeights& weights);
void pack_input_pairs(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kInputPairs = {bytes_by_depth<input_pairs_bytes>, takes_input_pairs,
                                             pack_input_pairs};

}  // namespace nook
