#pragma once
#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"
#include "nook/kernels/dot/pack/pack_lanes.h"
#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/conv2d/conv2d_weights.h"

// CONV_2D with two pixels in the halves of words: its conditions and its packed weights
// (kernels/dot/lanes.h).
namespace nook {

inline LanesWindow lanes_window(const nook_conv2d_s8& p) { return {p.filter_h * p.filter_w, p.in_c}; }

// Weights in several parts.
template <int32_t block, class Params>
int32_t waiting_sums(const Params& p) {
  return several_lanes_parts(lanes_window(p)) ? nook_lanes_sums(p.out_c, block) : 0;
}
template <class Params>
int32_t sums_rv32(const Params& p) {
  return waiting_sums<NOOK_LANES_RV32>(p);
}
template <class Params>
int32_t sums_thumb1(const Params& p) {
  return waiting_sums<NOOK_LANES_THUMB1>(p);
}

// Enough inputs to amortize gathering them, and at least `least_odd` pixels in a row if their number is odd.
template <int32_t least_odd>
bool lanes_pay(const nook_conv2d_s8& p) {
  return inputs_of_window(p) >= 8 && (p.out_w % 2 == 0 || p.out_w >= least_odd);
}

template <int32_t block>
int32_t stream_bytes_lanes(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(lanes_bytes(p.out_c, lanes_window(p), block));
}
template <bool (*takes)(const DotWeights&, const LanesWindow&)>
bool takes_stream_lanes(const nook_conv2d_s8& p, const void* const* in) {
  return takes(conv2d_weights(p, in), lanes_window(p));
}
template <void (*pack)(const DotWeights&, const LanesWindow&, PackedBytes&)>
void pack_stream_lanes(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack(conv2d_weights(p, in), lanes_window(p), to);
}

inline constexpr Packing<nook_conv2d_s8> in_lanes_rv32{stream_bytes_lanes<NOOK_LANES_RV32>,
                                                       pack_stream_lanes<pack_lanes_rv32>,
                                                       takes_stream_lanes<takes_lanes_rv32>, lanes_pay<3>};
inline constexpr Packing<nook_conv2d_s8> in_lanes_thumb1{
    stream_bytes_lanes<NOOK_LANES_THUMB1>, pack_stream_lanes<pack_lanes_thumb1>,
    takes_stream_lanes<takes_lanes_thumb1>, lanes_pay<3>};

}  // namespace nook
