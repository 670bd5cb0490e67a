#pragma once
#include "nook/ops/conv2d/conv2d_weights.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/dot_lanes_rv32.h"
#include "nook/ops/shared/dot_lanes_thumb1.h"
#include "nook/ops/shared/pack_lanes.h"

// CONV_2D of two pixels side by side in the halves of words: when, and the streams of its weights (lanes.h).
namespace nook {

// Of an odd number of pixels in a row one is made twice, which is too much of three.
template <class Params>
bool in_lanes(const Params& p, int32_t block) {
  const int64_t inputs = inputs_of_window(p), least = p.filter_h * p.filter_w == 1 ? 4 : 16;
  return p.filter_c == p.in_c && (p.out_w % 2 == 0 || p.out_w >= 5) && inputs >= least &&
         accepts_lanes(p.out_c, inputs, block);
}
template <class Params>
bool lanes_rv32(const Params& p) {
  return in_lanes(p, NOOK_LANES_RV32);
}
template <class Params>
bool lanes_thumb1(const Params& p) {
  return in_lanes(p, NOOK_LANES_THUMB1);
}

// A word for each input of a window.
template <class Params>
int32_t window_in_lanes(const Params& p) {
  return 4 * eight_depth(static_cast<int32_t>(inputs_of_window(p)));
}

// Enough inputs to pay for bringing them together, and `least_odd` pixels of a row where they are odd.
template <int32_t least_odd>
bool lanes_pay(const nook_conv2d_s8& p) {
  return inputs_of_window(p) >= 8 && (p.out_w % 2 == 0 || p.out_w >= least_odd);
}

template <int32_t block>
int32_t stream_bytes_lanes(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(lanes_bytes(p.out_c, static_cast<int32_t>(inputs_of_window(p)), block));
}
template <bool (*takes)(const DotWeights&)>
bool takes_stream_lanes(const nook_conv2d_s8& p, const void* const* in) {
  return takes(conv2d_weights(p, in));
}
template <void (*pack)(const DotWeights&, PackedBytes&)>
void pack_stream_lanes(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack(conv2d_weights(p, in), to);
}

template <class Params>
inline constexpr Packing<Params> in_lanes_rv32{stream_bytes_lanes<NOOK_LANES_RV32>,
                                               pack_stream_lanes<pack_lanes_rv32>,
                                               takes_stream_lanes<takes_lanes_rv32>, lanes_pay<5>};
template <class Params>
inline constexpr Packing<Params> in_lanes_thumb1{stream_bytes_lanes<NOOK_LANES_THUMB1>,
                                                 pack_stream_lanes<pack_lanes_thumb1>,
                                                 takes_stream_lanes<takes_lanes_thumb1>, lanes_pay<7>};

}  // namespace nook
