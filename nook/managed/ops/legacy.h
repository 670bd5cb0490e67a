// uint8 operators of TensorFlow Lite's older scheme: each tensor, weights included, has one scale and any
// zero point. They access one element at a time.
#pragma once
#include "nook/managed/ops/activations.h"
#include "nook/managed/ops/arithmetic.h"
#include "nook/managed/ops/pools.h"
#include "nook/managed/ops/quantized.h"

namespace nook::managed::legacy {

using QuantizedConv2D = QuantizedConv2DOf<uint8_t>;
using QuantizedDepthwiseSepConv2D = QuantizedDepthwiseSepConv2DOf<uint8_t>;
using QuantizedFullyConnected = QuantizedFullyConnectedOf<uint8_t>;
using AddOperator = AddOf<uint8_t>;
using MatMul = MatMulOf<uint8_t>;
using ReLU = ReLUOf<uint8_t>;
using InPlaceReLU = InPlaceReLUOf<uint8_t>;
using ReLU6 = ReLU6Of<uint8_t>;
using InPlaceReLU6 = InPlaceReLU6Of<uint8_t>;
using MinPool = PoolOf<uint8_t, Lowest>;
using MaxPool = PoolOf<uint8_t, Highest>;
using AvgPool = PoolOf<uint8_t, Average>;

}  // namespace nook::managed::legacy
