#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights of 3x3 filters for dot_winograd_dsp.h, for the number of channels that it supports, on the
// host.
namespace nook {

// Outputs must be a multiple of four.
int64_t winograd_bytes(int32_t outputs);
// Whether 24 times every sum of products fits an int32, and fixed_output.h accepts all outputs with small
// factors.
bool takes_winograd(const DotWeights& weights);
void pack_winograd(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kWinograd = {bytes_by_outputs<winograd_bytes>, takes_winograd, pack_winograd};

// Likewise for dot_winograd_f23_dsp.h, where also two weights in a halfword must fit.
int64_t winograd_f23_bytes(int32_t outputs);
bool takes_winograd_f23(const DotWeights& weights);
void pack_winograd_f23(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kWinogradF23 = {bytes_by_outputs<winograd_f23_bytes>, takes_winograd_f23,
                                              pack_winograd_f23};

}  // namespace nook
