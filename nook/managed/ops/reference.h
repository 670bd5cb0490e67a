// Operators for study: they access one element at a time through the tensors' interface, and support all
// kinds of tensors. Too slow for most applications. float, and int8 if TensorFlow Lite has it; each lists its
// types.
#pragma once
#include "nook/managed/ops/activations.h"
#include "nook/managed/ops/arithmetic.h"
#include "nook/managed/ops/convolutions.h"
#include "nook/managed/ops/pools.h"
#include "nook/managed/ops/reductions.h"
#include "nook/managed/ops/shapes.h"

namespace nook::managed::reference {

template <class T>
using ReLU = ReLUOf<T>;
template <class T>
using InPlaceReLU = InPlaceReLUOf<T>;
template <class T>
using ReLU6 = ReLU6Of<T>;
template <class T>
using InPlaceReLU6 = InPlaceReLU6Of<T>;
template <class T>
using ArgMax = ArgOf<T, Largest>;
template <class T>
using ArgMin = ArgOf<T, Smallest>;
template <class T>
using AddOperator = AddOf<T>;
template <class T>
using MatMul = MatMulOf<T>;
template <class T>
using Min = ReductionOf<T, Smallest>;
template <class T>
using Max = ReductionOf<T, Largest>;
template <class T>
using MinPool = PoolOf<T, Lowest>;
template <class T>
using MaxPool = PoolOf<T, Highest>;
template <class T>
using AvgPool = PoolOf<T, Average>;
template <class T, template <class> class Filter>
using GenericPool = PoolOf<T, Filter>;
using Conv2D = FloatConv2D;
using DepthwiseSepConv2D = FloatDepthwiseSepConv2D;
using FullyConnected = FloatFullyConnected;
using managed::Reshape;
using managed::Squeeze;

}  // namespace nook::managed::reference
