#include <algorithm>
#include <cmath>

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/prepare/window.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

// The positions of a filter, in both directions.
struct Window {
  nook::PadMode mode = nook::PadMode::kValid;
  int32_t filter[2] = {1, 1}, stride[2] = {1, 1}, dilation[2] = {1, 1};
  int32_t out[2] = {0, 0};

  bool fits() const { return out[0] > 0 && out[1] > 0; }
};

// Strides may exceed the filter, and filters the padded image.
Window window(Sketch& s, TensorId x, bool dilated) {
  Window w;
  if (s.choose.chance(55)) w.mode = nook::PadMode::kSame;
  const bool dilate = dilated && s.choose.chance(20);
  for (int i = 0; i < 2; ++i) {
    const int32_t in = s.dim(x, 1 + i);
    const int32_t most = w.mode == nook::PadMode::kSame ? 5 : std::min(5, in);
    w.filter[i] = s.choose.in(1, s.choose.chance(50) ? std::min(3, most) : most);
    w.stride[i] = s.choose.chance(40) ? s.choose.in(1, 4) : 1;
    if (dilate) w.dilation[i] = s.choose.in(1, 3);
    const auto at = nook::place({in, w.filter[i], w.stride[i], w.dilation[i]}, w.mode, 0, 0);
    w.out[i] = at ? at->out : 0;
  }
  return w;
}

template <class Attrs>
Attrs convolution_attrs(Sketch& s, const Window& w) {
  Attrs attrs;
  attrs.padding.mode = w.mode;
  attrs.stride_h = w.stride[0], attrs.stride_w = w.stride[1];
  attrs.dilation_h = w.dilation[0], attrs.dilation_w = w.dilation[1];
  attrs.activation = activation(s);
  return attrs;
}

// Weights, bias and result of a filter with this many taps; {weights, bias, y}.
struct Operands {
  TensorId w, bias, y;
};
// Weights that other layers read, or new ones.
Operands operands(Sketch& s, TensorId x, TensorId met, const Ints& filter, int axis, const Ints& shape,
                  int32_t taps) {
  const bool per_tensor = s.choose.chance(25);
  const float root = std::sqrt(static_cast<float>(taps));
  Operands all{met, TensorId::kNone, TensorId::kNone};
  if (met == TensorId::kNone) all.w = s.layer(x, filter, per_tensor ? -1 : axis, 1.5f / root);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  const int32_t most = static_cast<int32_t>(root * 3000);
  if (s.choose.chance(75)) all.bias = s.bias(x, all.w, shape.back(), in_scale, most);
  all.y = s.result(x, shape, s.spread(x) * 0.01f * root * 75);
  return all;
}

// A layer on the weights of another one, whose activations have the type of x.
TensorId sliding_again(Sketch& s, TensorId x, const Sketch::Mark& mark) {
  std::vector<TensorId> met;
  for (const nookc::Node& node : s.graph.nodes)
    if (nookc::Graph::attrs<nook::Conv2D>(node) && s.graph[node.in[0]].type == s.graph[x].type &&
        s.graph[node.in[1]].constant() && s.dim(node.in[1], 3) == s.dim(x, 3))
      met.push_back(node.in[1]);
  if (met.empty()) return TensorId::kNone;
  const TensorId w = met[static_cast<size_t>(s.choose.in(0, static_cast<int32_t>(met.size()) - 1))];
  Window at;
  at.mode = nook::PadMode::kSame;
  for (int i = 0; i < 2; ++i) {
    at.filter[i] = s.dim(w, 1 + i), at.stride[i] = s.choose.in(1, 2);
    const auto placed = nook::place({s.dim(x, 1 + i), at.filter[i], at.stride[i], 1}, at.mode, 0, 0);
    at.out[i] = placed ? placed->out : 0;
  }
  if (!at.fits()) return TensorId::kNone;
  const int32_t out = s.dim(w, 0), taps = at.filter[0] * at.filter[1] * s.dim(w, 3);
  const Operands all = operands(s, x, w, {}, 0, {s.dim(x, 0), at.out[0], at.out[1], out}, taps);
  const auto attrs = convolution_attrs<nook::Conv2D::Attrs>(s, at);
  return s.add(mark, attrs, {x, all.w, all.bias}, all.y) ? all.y : TensorId::kNone;
}

TensorId sliding(Sketch& s, TensorId x, const Window& w, const Sketch::Mark& mark) {
  const int32_t channels = s.dim(x, 3);
  int32_t groups = 1, out = s.choose.in(1, 9);
  if (channels % 2 == 0 && s.choose.chance(15)) groups = 2, out = 2 * s.choose.in(1, 4);
  const int32_t depth = channels / groups;
  const Operands all = operands(s, x, TensorId::kNone, {out, w.filter[0], w.filter[1], depth}, 0,
                                {s.dim(x, 0), w.out[0], w.out[1], out}, w.filter[0] * w.filter[1] * depth);
  const auto attrs = convolution_attrs<nook::Conv2D::Attrs>(s, w);
  return s.add(mark, attrs, {x, all.w, all.bias}, all.y) ? all.y : TensorId::kNone;
}

TensorId sliding_by_channel(Sketch& s, TensorId x, const Window& w, const Sketch::Mark& mark) {
  const int32_t out = s.dim(x, 3) * (s.choose.chance(25) ? s.choose.in(1, 3) : 1);
  const Operands all = operands(s, x, TensorId::kNone, {1, w.filter[0], w.filter[1], out}, 3,
                                {s.dim(x, 0), w.out[0], w.out[1], out}, w.filter[0] * w.filter[1]);
  const auto attrs = convolution_attrs<nook::DepthwiseConv2D::Attrs>(s, w);
  return s.add(mark, attrs, {x, all.w, all.bias}, all.y) ? all.y : TensorId::kNone;
}

template <class Op>
TensorId pooled(Sketch& s, TensorId x, const Window& w, const Sketch::Mark& mark) {
  typename Op::Attrs attrs;
  attrs.padding.mode = w.mode;
  attrs.filter_h = w.filter[0], attrs.filter_w = w.filter[1];
  attrs.stride_h = w.stride[0], attrs.stride_w = w.stride[1];
  attrs.activation = activation(s);
  const TensorId y = s.alike(x, {s.dim(x, 0), w.out[0], w.out[1], s.dim(x, 3)});
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

// Sometimes uses a window over the whole image.
void widen(Sketch& s, TensorId x, Window& w) {
  if (!s.choose.chance(20)) return;
  w.mode = nook::PadMode::kValid;
  for (int i = 0; i < 2; ++i) w.filter[i] = s.dim(x, 1 + i), w.out[i] = 1;
}

}  // namespace

TensorId convolution(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  if (s.choose.chance(10))
    if (const TensorId y = sliding_again(s, x, mark); y != TensorId::kNone) return y;
  const Window w = window(s, x, true);
  return w.fits() ? sliding(s, x, w, mark) : TensorId::kNone;
}

TensorId depthwise(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Window w = window(s, x, true);
  return w.fits() ? sliding_by_channel(s, x, w, mark) : TensorId::kNone;
}

TensorId pool(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Window w = window(s, x, false);
  widen(s, x, w);
  if (!w.fits()) return TensorId::kNone;
  return s.choose.chance(50) ? pooled<nook::AveragePool2D>(s, x, w, mark)
                             : pooled<nook::MaxPool2D>(s, x, w, mark);
}

TensorId padded_window(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  int32_t by[4];  // above, below, left, right
  for (int32_t& n : by) n = s.choose.chance(55) ? s.choose.in(0, 3) : 0;
  const bool flat = s.choose.chance(15);  // a filter of one row that extends beyond the image
  if (flat) by[0] = 0, by[1] = s.choose.in(1, 3);
  const TensorId margins = s.integers({4, 2}, {0, 0, by[0], by[1], by[2], by[3], 0, 0});
  const TensorId y =
      s.alike(x, {s.dim(x, 0), s.dim(x, 1) + by[0] + by[1], s.dim(x, 2) + by[2] + by[3], s.dim(x, 3)});
  if (!s.add(mark, nook::Pad::Attrs{}, {x, margins}, y)) return TensorId::kNone;
  if (flat) {
    Window w = window(s, y, false);
    w.filter[0] = w.stride[0] = 1, w.out[0] = s.dim(y, 1);
    const TensorId z = w.fits() ? sliding(s, y, w, s.mark()) : TensorId::kNone;
    return z == TensorId::kNone ? y : z;
  }
  static const std::vector<Step> kinds = {convolution, convolution, depthwise, pool};
  const TensorId z = s.choose.of(kinds)(s, live, y);
  return z == TensorId::kNone ? y : z;
}

}  // namespace generated
