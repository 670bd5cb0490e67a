#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Biases in all packed weights include the zero point of the input.
namespace nook {

// The packed weights for strip_dsp.h, if fixed_once.h accepts all outputs.
using StripStream = Stream<nook_depthwise_conv2d_s8, struct Strip>;

// The packed weights for strip_rv32.h, if all factors are below 1/2.
using StripStreamRv32 = Stream<nook_depthwise_conv2d_s8, struct StripRv32>;

}  // namespace nook
