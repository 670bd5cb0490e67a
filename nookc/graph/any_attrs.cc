#include "nookc/graph/any_attrs.h"

#include <algorithm>

#include "nook/ops/prepare/window.h"
#include "nookc/graph/hybrid_attrs.h"
#include "nookc/graph/join_attrs.h"
#include "nookc/graph/visit_attrs.h"

namespace nookc {
namespace {

std::string value(nook::Activation activation) {
  static constexpr const char* kNames[] = {"none", "relu", "relu_n1_to_1", "relu6", "tanh", "sign_bit"};
  const auto i = static_cast<size_t>(activation);
  return i < std::size(kNames) ? kNames[i] : std::to_string(i);
}

std::string value(const nook::Padding& padding) {
  if (padding.mode == nook::PadMode::kSame) return "same";
  if (padding.mode == nook::PadMode::kValid) return "valid";
  return std::to_string(padding.top) + "," + std::to_string(padding.bottom) + "," +
         std::to_string(padding.left) + "," + std::to_string(padding.right);
}

template <class T>
std::string value(T number) {
  return std::to_string(number);
}

template <class A>
std::string attributes(const A& attrs) {
  std::string text;
#define NOOK_SHOW(member) \
  if constexpr (requires { attrs.member; }) text += " " #member "=" + value(attrs.member);
  NOOK_SHOW(activation)
  NOOK_SHOW(padding)
  NOOK_SHOW(stride_h)
  NOOK_SHOW(stride_w)
  NOOK_SHOW(dilation_h)
  NOOK_SHOW(dilation_w)
  NOOK_SHOW(filter_h)
  NOOK_SHOW(filter_w)
  NOOK_SHOW(depth_multiplier)
  NOOK_SHOW(keep_dims)
  NOOK_SHOW(axis)
  NOOK_SHOW(beta)
  NOOK_SHOW(alpha)
#undef NOOK_SHOW
  return text;
}

}  // namespace

nook::Activation* activation_of(Attrs& attrs) {
  return visit_attrs(attrs, [](auto& typed) -> nook::Activation* {
    if constexpr (requires { typed.activation; }) return &typed.activation;
    return nullptr;
  });
}

int32_t* axis_of(Attrs& attrs) {
  return visit_attrs(attrs, [](auto& typed) -> int32_t* {
    if constexpr (requires { typed.axis; }) return &typed.axis;
    return nullptr;
  });
}

const int32_t* axis_of(const Attrs& attrs) { return axis_of(const_cast<Attrs&>(attrs)); }

const nook::Activation* activation_of(const Attrs& attrs) { return activation_of(const_cast<Attrs&>(attrs)); }

nook::ConvolutionAttrs* convolution_of(Attrs& attrs) {
  if (auto* conv = attrs.get<nook::Conv2D>()) return conv;
  return attrs.get<nook::DepthwiseConv2D>();
}

bool* narrow_of(Attrs& attrs) {
  if (auto* const dense = attrs.get<nook::FullyConnected>()) return &dense->narrow;
  nook::ConvolutionAttrs* const convolution = convolution_of(attrs);
  return convolution ? &convolution->narrow : nullptr;
}

bool* asymmetric_of(Attrs& attrs) {
  auto* const dense = attrs.get<nook::FullyConnected>();
  return dense ? &dense->asymmetric : nullptr;
}
const bool* asymmetric_of(const Attrs& attrs) { return asymmetric_of(const_cast<Attrs&>(attrs)); }

int64_t window_taps(const Attrs& attrs) {
  return visit_attrs(attrs, [](const auto& typed) {
    if constexpr (requires { typed.filter_h; })
      return std::max<int64_t>(1, int64_t{typed.filter_h} * typed.filter_w);
    return int64_t{1};
  });
}

std::string attrs_text(const Attrs& attrs) {
  return visit_attrs(attrs, [](const auto& typed) { return attributes(typed); });
}

Attrs conv_2d(const nook::ConvolutionAttrs& options) { return nook::Conv2D::Attrs{options}; }

Attrs depthwise_conv_2d(const nook::ConvolutionAttrs& options) {
  return nook::DepthwiseConv2D::Attrs{options};
}

Attrs fully_connected() { return nook::FullyConnected::Attrs{}; }

Attrs concatenation(int32_t axis) {
  nook::Concatenation::Attrs attrs;
  attrs.axis = axis;
  return attrs;
}

Attrs pack(int32_t axis) {
  nook::Pack::Attrs attrs;
  attrs.axis = axis;
  return attrs;
}

Attrs reshape() { return nook::Reshape::Attrs{}; }

}  // namespace nookc
