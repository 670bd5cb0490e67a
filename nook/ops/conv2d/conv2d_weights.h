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

inline DotWeights conv2d_weights(const nook_conv2d_s8& p, const void* const* in) {
  return {p.out_c,
          static_cast<int32_t>(inputs_of_window(p)),
          static_cast<const int8_t*>(in[1]),
          in[2],
          p.in_zero,
          p.multiplier,
          p.shift,
          1};
}

}  // namespace nook
