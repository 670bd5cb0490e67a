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
// One tap that is inside the image for every pixel.
template <class Params>
bool one_tap_inside(const Params& p) {
  return p.filter_h == 1 && p.filter_w == 1 && p.pad_top == 0 && p.pad_left == 0 &&
         int64_t{p.out_h - 1} * p.stride_h < p.in_h && int64_t{p.out_w - 1} * p.stride_w < p.in_w;
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
