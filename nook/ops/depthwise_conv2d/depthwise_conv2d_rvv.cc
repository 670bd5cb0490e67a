#include "nook/kernels/dot/pack/pack_rvv.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"

namespace nook {

int32_t packed_taps_rvv_bytes(const nook_depthwise_conv2d_s8& p) {
  return static_cast<int32_t>(inputs_bytes_rvv(p.out_c, p.filter_h * p.filter_w)) + p.out_c;
}

bool takes_taps_rvv(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_sums(p, in, takes_wrapped_output);
}

void pack_taps_rvv(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  put_factors_rvv(
      p.out_c, [&](int32_t c) { return sum_of(p, in, c); }, to);
  to.put(in[1], static_cast<size_t>(p.filter_h) * static_cast<size_t>(p.filter_w * p.out_c));
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
