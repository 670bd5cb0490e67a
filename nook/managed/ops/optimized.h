// The operators for applications: the kernels of nook/ops for this target, on the blocks of the tensors.
// float and int8_t. They need the chosen kernel's scratch and, with Multipliers::kPerInference, 5 bytes per
// output channel; see scratch_bytes().
#pragma once
#include "nook/managed/ops/forms.h"
#include "nook/managed/ops/kernel_operator.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"

namespace nook::managed::optimized {

// in, filter [out][h][w][in / groups] and optionally bias.
template <class T>
using OptConv2D = WeightedKernelOperator<form_of<T, Conv2DS8, Conv2DF32>>;
// in, filter [1][h][w][out] and optionally bias.
template <class T>
using OptDepthwiseSepConv2D = WeightedKernelOperator<form_of<T, DepthwiseConv2DS8, DepthwiseConv2DF32>>;
// in, filter [out][in] and optionally bias.
template <class T>
using OptFullyConnected = WeightedKernelOperator<form_of<T, FullyConnectedS8, FullyConnectedF32>>;
// Any other form with one input `in`, or with two inputs `a` and `b`: OptUnary<nook::SoftmaxS8>(attrs).
template <class Form>
using OptUnary = UnaryKernelOperator<Form>;
template <class Form>
using OptBinary = BinaryKernelOperator<Form>;

}  // namespace nook::managed::optimized
