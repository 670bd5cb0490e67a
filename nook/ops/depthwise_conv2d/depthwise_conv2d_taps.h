#pragma once
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/packed_bytes.h"

// The stream of weights for taps_dsp.h. Made on the host. The zero point of the input is folded into the
// biases. in[]: as in Packing.
namespace nook {

// Filters of any size up to NOOK_TAPS_DSP taps, at least four channels, one or two for each input.
bool accepts_taps(const nook_depthwise_conv2d_s8& p);
int32_t taps_bytes(const nook_depthwise_conv2d_s8& p);
// Whether fixed_output.h accepts all outputs.
bool takes_taps(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_taps(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

}  // namespace nook
