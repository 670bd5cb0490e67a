#pragma once
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/prepare/convolution.h"

// The attributes of operators with a sliding filter, for code written by hand:
//
//   OptConv2D<int8_t> conv(convolution(PadMode::kSame, 2, 2, Activation::kRelu));
namespace nook::managed {
namespace detail {

template <bool condition>
struct If;
template <>
struct If<true> {
  using type = void;
};

}  // namespace detail

// The attributes of CONV_2D or DEPTHWISE_CONV_2D.
struct ConvolutionOptions : ConvolutionAttrs {
  template <class Attrs, class = typename detail::If<__is_base_of(ConvolutionAttrs, Attrs)>::type>
  operator Attrs() const {
    Attrs attrs;
    static_cast<ConvolutionAttrs&>(attrs) = *this;
    return attrs;
  }
};

inline ConvolutionOptions convolution(PadMode padding, int32_t stride_h = 1, int32_t stride_w = 1,
                                      Activation activation = Activation::kNone, int32_t dilation_h = 1,
                                      int32_t dilation_w = 1) {
  ConvolutionOptions options;
  options.padding.mode = padding, options.stride_h = stride_h, options.stride_w = stride_w;
  options.dilation_h = dilation_h, options.dilation_w = dilation_w, options.activation = activation;
  return options;
}

inline MaxPool2D::Attrs pooling(PadMode padding, int32_t filter_h, int32_t filter_w, int32_t stride_h,
                                int32_t stride_w, Activation activation = Activation::kNone) {
  MaxPool2D::Attrs attrs;
  attrs.padding.mode = padding, attrs.filter_h = filter_h, attrs.filter_w = filter_w;
  attrs.stride_h = stride_h, attrs.stride_w = stride_w, attrs.activation = activation;
  return attrs;
}

inline FullyConnected::Attrs dense(Activation activation = Activation::kNone) {
  FullyConnected::Attrs attrs;
  attrs.activation = activation;
  return attrs;
}

}  // namespace nook::managed
