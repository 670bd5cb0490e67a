#pragma once
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_2x4_dsp.h, on the host.
namespace nook {

// The order of the inputs: parts of this many, a multiple of four unless it is all of them; and the zero
// point of the outputs and the lowest value of a fused activation.
struct Tiles {
  int32_t part;
  int32_t zero, low;
};

// The inputs that are multiplied together; -1: none.
struct TwoInputs {
  int32_t low, high;
};

// Size for at least four outputs, with at least four inputs each. More than INT32_MAX: not possible.
int64_t bytes_2x4(int32_t outputs, int32_t depth);
// Whether the kernel is exact: no sum reaches 2^23, the two weights in a halfword fit, and fixed_output.h
// accepts all outputs with small factors.
bool takes_2x4(const DotWeights& weights);
// Finds the numbers of an output with a RELU, if there are any.
bool find_hidden_2x4(const OutputSum& sum, int32_t zero, OnceOutput* to);
// Whether all channels have a RELU and fixed_once.h finds numbers for them.
bool all_hidden_2x4(const DotWeights& weights, const Tiles& tiles);
void pack_2x4(const DotWeights& weights, const Tiles& tiles, PackedBytes& to);
// Packs inputs in another order, in one part: bytes_2x4() for twice `count` inputs.
void pack_2x4_in_order(const DotWeights& weights, const Tiles& tiles, const TwoInputs* twos, int32_t count,
                       PackedBytes& to);

}  // namespace nook
