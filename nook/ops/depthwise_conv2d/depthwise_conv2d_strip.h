#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Biases in all packed weights include the zero point of the input.
namespace nook {

// 3x3 adjacent taps per channel, strides of 1 or 2, at least three adjacent pixels, and at most one column
// outside the image at each end of a row.
bool accepts_strip(const nook_depthwise_conv2d_s8& p);

// The packed weights for strip_dsp.h, if fixed_once.h accepts all outputs.
using StripStream = Stream<nook_depthwise_conv2d_s8, struct Strip>;

// For strip_rv32.h, with a stride of `stride` along a row: at most one column outside the image on each side,
// the middle taps always inside it, and a RELU.
bool accepts_strip_rv32(const nook_depthwise_conv2d_s8& p, int32_t stride);

// The packed weights for strip_rv32.h, if all factors are below 1/2.
using StripStreamRv32 = Stream<nook_depthwise_conv2d_s8, struct StripRv32>;

}  // namespace nook
