// Arguments for the Add...() of a resolver that link fewer element types: AddConv2D(Register_CONV_2D_INT8()).
#pragma once
#include "nook/ops/all.h"

namespace tflite {
namespace detail {

// These forms of an operator; none: all.
template <class Op, class... Forms>
struct Registration {};

}  // namespace detail

#define NOOK_TFLM_REGISTER(name, ...) \
  inline detail::Registration<__VA_ARGS__> Register_##name() { return {}; }
NOOK_TFLM_REGISTER(AVERAGE_POOL_2D, nook::AveragePool2D)
NOOK_TFLM_REGISTER(AVERAGE_POOL_2D_INT8, nook::AveragePool2D, nook::AveragePool2DS8)
NOOK_TFLM_REGISTER(AVERAGE_POOL_2D_INT16, nook::AveragePool2D, nook::AveragePool2DS16)
NOOK_TFLM_REGISTER(CONV_2D, nook::Conv2D)
NOOK_TFLM_REGISTER(CONV_2D_INT8, nook::Conv2D, nook::Conv2DS8)
NOOK_TFLM_REGISTER(CONV_2D_INT16, nook::Conv2D, nook::Conv2DS16)
NOOK_TFLM_REGISTER(CONV_2D_INT4, nook::Conv2D, nook::Conv2DS4)
NOOK_TFLM_REGISTER(DEPTHWISE_CONV_2D, nook::DepthwiseConv2D)
NOOK_TFLM_REGISTER(DEPTHWISE_CONV_2D_INT8, nook::DepthwiseConv2D, nook::DepthwiseConv2DS8)
NOOK_TFLM_REGISTER(DEPTHWISE_CONV_2D_INT16, nook::DepthwiseConv2D, nook::DepthwiseConv2DS16)
NOOK_TFLM_REGISTER(DEPTHWISE_CONV_2D_INT4, nook::DepthwiseConv2D, nook::DepthwiseConv2DS4)
NOOK_TFLM_REGISTER(FULLY_CONNECTED, nook::FullyConnected)
NOOK_TFLM_REGISTER(FULLY_CONNECTED_INT8, nook::FullyConnected, nook::FullyConnectedS8)
NOOK_TFLM_REGISTER(FULLY_CONNECTED_INT16, nook::FullyConnected, nook::FullyConnectedS16)
NOOK_TFLM_REGISTER(FULLY_CONNECTED_INT4, nook::FullyConnected, nook::FullyConnectedS4)
NOOK_TFLM_REGISTER(MAX_POOL_2D, nook::MaxPool2D)
NOOK_TFLM_REGISTER(MAX_POOL_2D_INT8, nook::MaxPool2D, nook::MaxPool2DS8)
NOOK_TFLM_REGISTER(MAX_POOL_2D_INT16, nook::MaxPool2D, nook::MaxPool2DS16)
NOOK_TFLM_REGISTER(SOFTMAX, nook::Softmax)
NOOK_TFLM_REGISTER(SOFTMAX_INT8, nook::Softmax, nook::SoftmaxS8)
NOOK_TFLM_REGISTER(SOFTMAX_INT16, nook::Softmax, nook::SoftmaxS16)
NOOK_TFLM_REGISTER(SOFTMAX_INT8_INT16, nook::Softmax, nook::SoftmaxS8S16)
NOOK_TFLM_REGISTER(SVDF, nook::Svdf)
NOOK_TFLM_REGISTER(SVDF_INT8, nook::Svdf, nook::SvdfS8)
#undef NOOK_TFLM_REGISTER

}  // namespace tflite
