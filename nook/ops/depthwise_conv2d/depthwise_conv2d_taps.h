#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

namespace nook {

// The packed weights for taps_dsp.h, if fixed_output.h accepts all outputs. Biases include the zero point of
// the input.
int32_t packed_taps_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_taps(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_taps(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kTaps = {packed_taps_bytes, pack_taps, takes_taps};

}  // namespace nook
