#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_2x4_dsp.h multiplies with. Made on the host.
namespace nook {

// How the inputs come: so many at a time, a multiple of four unless it is all of them; and of the outputs the
// zero point and where the lowest is that a fused activation leaves.
struct Tiles {
  int32_t part;
  int32_t zero, low;
};

// The inputs that are multiplied together; -1: none.
struct TwoInputs {
  int32_t low, high;
};

// At least four outputs, of at least four inputs each. More than INT32_MAX: there is none.
int64_t bytes_2x4(int32_t outputs, int32_t depth);
// Whether the kernel is exact: no sum reaches 2^23, no two weights that share a halfword leave it, and
// fixed_output.h takes all outputs as those with small factors.
bool takes_2x4(const DotWeights& weights);
void pack_2x4(const DotWeights& weights, const Tiles& tiles, PackedBytes& to);
// The same for inputs that come in another order, all at a time: bytes_2x4() of twice as many as `count`.
void pack_2x4_in_order(const DotWeights& weights, const Tiles& tiles, const TwoInputs* twos, int32_t count,
                       PackedBytes& to);

}  // namespace nook
