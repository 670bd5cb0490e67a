#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/ops/conv2d/conv2d.h"

// The weights of CONV_2D as the packing functions expect them.
namespace nook {

// The terms of an output.
template <class Params>
int64_t inputs_of_window(const Params& p) {
  return int64_t{p.filter_h} * p.filter_w * p.filter_c;
}

// `in`: the bytes of the node's constant operands; null for the others.
DotWeights conv2d_weights(const nook_conv2d_s8& p, const void* const* in);

}  // namespace nook
