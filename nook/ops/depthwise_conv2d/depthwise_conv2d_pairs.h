#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

namespace nook {

// Filters with up to NOOK_PAIRS_TAPS_AVX2 taps, and at least eight channels.
bool tap_pairs(const nook_depthwise_conv2d_s8& p);

// The packed weights for s8_avx2.c, if all factors are below 1. Biases include the zero point of the input.
using PairsStream = Stream<nook_depthwise_conv2d_s8, struct Pairs>;

}  // namespace nook
