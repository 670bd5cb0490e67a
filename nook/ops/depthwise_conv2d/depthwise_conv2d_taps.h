#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

namespace nook {

// Filters of any size up to NOOK_TAPS_DSP taps, at least four channels, one or two for each input.
bool any_taps(const nook_depthwise_conv2d_s8& p);

// The weights for taps_dsp.h, if fixed_output.h accepts all outputs. The zero point of the input is folded
// into the biases.
using TapsStream = Stream<nook_depthwise_conv2d_s8, struct Taps>;

}  // namespace nook
