// int8 operators of TensorFlow Lite's quantization specification: symmetric weights, per tensor or per
// channel. They access one element at a time, for study.
#pragma once
#include "nook/managed/ops/quantized.h"

namespace nook::managed::symmetric_quantization {

using QuantizedConv2D = QuantizedConv2DOf<int8_t>;
using QuantizedDepthwiseSepConv2D = QuantizedDepthwiseSepConv2DOf<int8_t>;
using QuantizedFullyConnected = QuantizedFullyConnectedOf<int8_t>;

}  // namespace nook::managed::symmetric_quantization
