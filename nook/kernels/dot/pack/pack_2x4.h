#pragma once
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_2x4_dsp.h, on the host.
namespace nook {

// The inputs that are multiplied together; -1: none.
struct TwoInputs {
  int32_t low, high;
};
// Pair number `two` of nook_unpack_2x4_dsp().
TwoInputs two_of_2x4(int32_t depth, int32_t two);

// Size for at least four outputs, with at least four inputs each. More than INT32_MAX: not possible.
int64_t bytes_2x4(int32_t outputs, int32_t depth);
// Whether the kernel is exact: no sum reaches 2^23, the two weights in a halfword fit, and fixed_output.h
// accepts all outputs with small factors.
bool takes_2x4(const DotWeights& weights);
// Finds the numbers of an output with a RELU, if there are any.
bool find_relu_2x4(const OutputSum& sum, int32_t zero, OnceOutput* to);
// Whether all channels have a RELU and fixed_once.h finds numbers for them.
bool all_relu_2x4(const DotWeights& weights);
// Both; for kernels that are right only for such outputs.
bool takes_relu_2x4(const DotWeights& weights);
// `part` is a multiple of four, or at least all inputs.
void pack_2x4(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout k2x4 = {bytes_by_depth<bytes_2x4>, takes_2x4, pack_2x4};
inline constexpr WeightLayout kRelu2x4 = {bytes_by_depth<bytes_2x4>, takes_relu_2x4, pack_2x4};
// Packs inputs in another order, in one part: bytes_2x4() for twice `count` inputs.
void pack_2x4_in_order(const DotWeights& weights, const TwoInputs* twos, int32_t count, PackedBytes& to);

}  // namespace nook
