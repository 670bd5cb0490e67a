#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

namespace nook {

// The packed weights for taps_dsp.h, if fixed_output.h accepts all outputs. Biases include the zero point of
// the input.
using TapsStream = Stream<nook_depthwise_conv2d_s8, struct Taps>;

}  // namespace nook
