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

// Enough inputs to amortize gathering them, and at least three pixels in a row if their number is odd.
inline bool lanes_pay(const nook_conv2d_s8& p) {
  return inputs_of_window(p) >= 8 && (p.out_w % 2 == 0 || p.out_w >= 3);
}

}  // namespace nook
