// Arguments for a resolver's Add...() that link fewer element types: AddConv2D(Register_CONV_2D_INT8()).
#pragma once
#include "nook/ops/all.h"

namespace tflite {
namespace detail {

// These forms of an operator; empty: all forms.
template <class Op, class... Forms>
struct Registration {};

}  // namespace detail

#define NOOK_TFLM_REGISTER(name, ...) \
  inline detail::Registration<__VA_ARGS__> Register_##name() { return {}; }
// Registers all forms, only int8 forms, and only int16 forms.
#define NOOK_TFLM_REGISTER_EACH(name, Op)                 \
  NOOK_TFLM_REGISTER(name, nook::Op)                      \
  NOOK_TFLM_REGISTER(name##_INT8, nook::Op, nook::Op##S8) \
  NOOK_TFLM_REGISTER(name##_INT16, nook::Op, nook::Op##S16)
NOOK_TFLM_REGISTER_EACH(AVERAGE_POOL_2D, AveragePool2D)
NOOK_TFLM_REGISTER_EACH(CONV_2D, Conv2D)
NOOK_TFLM_REGISTER(CONV_2D_INT4, nook::Conv2D, nook::Conv2DS4)
NOOK_TFLM_REGISTER_EACH(DEPTHWISE_CONV_2D, DepthwiseConv2D)
NOOK_TFLM_REGISTER(DEPTHWISE_CONV_2D_INT4, nook::DepthwiseConv2D, nook::DepthwiseConv2DS4)
NOOK_TFLM_REGISTER_EACH(FULLY_CONNECTED, FullyConnected)
NOOK_TFLM_REGISTER(FULLY_CONNECTED_INT4, nook::FullyConnected, nook::FullyConnectedS4)
NOOK_TFLM_REGISTER_EACH(MAX_POOL_2D, MaxPool2D)
NOOK_TFLM_REGISTER_EACH(SOFTMAX, Softmax)
NOOK_TFLM_REGISTER(SOFTMAX_INT8_INT16, nook::Softmax, nook::SoftmaxS8S16)
NOOK_TFLM_REGISTER(SVDF, nook::Svdf)
NOOK_TFLM_REGISTER(SVDF_INT8, nook::Svdf, nook::SvdfS8)
#undef NOOK_TFLM_REGISTER_EACH
#undef NOOK_TFLM_REGISTER

}  // namespace tflite
