// Convolutions, and normalizations by known numbers.
#include <map>
#include <numeric>

#include "nookc/front/onnx/layer_weights.h"
#include "nookc/front/onnx/narrow_weights.h"
#include "nookc/front/onnx/window.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostSlices = 64;  // slices of a volume: one convolution each

// Weights [units][h][w][channels], or depthwise weights, and bias, as tensors of the graph.
struct Filters {
  TensorId weights, bias;
  int64_t units;
  bool depthwise;
};

// Converts weights [units][channels per group][h][w] for an image of `channels`.
Filters filters_of(Mapper& m, const Weights& all, int64_t channels, int64_t groups) {
  const bool depthwise = groups == channels && groups > 1;
  const TensorId w = add_weights(
      m, transposed(all.weights, depthwise ? std::vector<int>{1, 2, 3, 0} : std::vector<int>{0, 2, 3, 1}));
  return {w, all.bias ? m.add_constant(*all.bias) : TensorId::kNone, all.weights.dims[0], depthwise};
}

// Filters that other nodes compute, for images or signals; the node then computes in floating point.
Filters computed_filters(Mapper& m, int64_t channels, int64_t groups) {
  m.compute_in_float();
  const Value w = m.in(1);
  const bool depthwise = groups == channels && groups > 1;
  Order order = depthwise ? Order{1, 2, 3, 0} : Order{0, 2, 3, 1};
  if (w.shape.size() == 3) order = depthwise ? Order{1, -1, 2, 0} : Order{0, -1, 2, 1};
  const TensorId weights = m.stored(w, order);
  return {weights, m.given(2) ? m.plain(m.in(2)) : TensorId::kNone, w.shape[0], depthwise};
}

// A convolution of an image or a signal.
Value convolution(Mapper& m, const Value& image, const Filters& filters, const Window2d& window) {
  const Order order = channels_last(image.shape.size());
  const TensorId x = m.stored(image, order);
  const Dims result = image_shape(image.shape, filters.units, window);
  const TensorId y = m.fresh(dims_in(result, order), kReal);
  nook::ConvolutionAttrs attrs;
  attrs.padding = padding_of(window);
  set_window(window, &attrs);
  attrs.dilation_h = static_cast<int32_t>(window.h.dilation),
  attrs.dilation_w = static_cast<int32_t>(window.w.dilation);
  attrs.activation = m.fused();
  const std::vector<TensorId> in = {x, filters.weights, filters.bias};
  m.emit(filters.depthwise ? depthwise_conv_2d(attrs) : conv_2d(attrs), in, {y});
  return m.value(y, result, order);
}

// The weights [units][channels][depth][h][w] at these depths, as additional channels.
Constant slices_of(const Constant& w, const std::vector<int64_t>& places) {
  const size_t plane =
      static_cast<size_t>(w.dims[3] * w.dims[4]) * static_cast<size_t>(nook::size_of(w.type));
  const int64_t count = static_cast<int64_t>(places.size());
  Constant made = w;
  made.dims = {w.dims[0], w.dims[1] * count, w.dims[3], w.dims[4]};
  made.data.clear();
  for (int64_t row = 0; row < w.dims[0] * w.dims[1]; ++row)
    for (const int64_t k : places) {
      const auto from = w.data.begin() + static_cast<int64_t>(plane) * (row * w.dims[2] + k);
      made.data.insert(made.data.end(), from, from + static_cast<int64_t>(plane));
    }
  return made;
}

// Each slice of the result is a convolution of images: the operand's slices under the filter become channels.
// Volume and weights have the axis of slices at 2. Slices that the filter covers completely share their
// weights.
Value of_slices(Mapper& m, const Value& volume, const Weights& all, const std::vector<Sliding>& axes,
                int64_t groups) {
  const Sliding& depth = axes[0];
  const Dims& shape = volume.shape;
  const Window2d window = window_2d(axes);
  std::map<std::vector<int64_t>, Filters> made;
  std::vector<Value> slices;
  for (int64_t k = 0; k < depth.out; ++k) {
    std::vector<int64_t> from, taps;
    for (int64_t tap = 0; tap < depth.filter; ++tap) {
      const int64_t at = k * depth.stride - depth.before + tap * depth.dilation;
      if (at >= 0 && at < depth.in) from.push_back(at), taps.push_back(tap);
    }
    const bool margin = from.empty();  // the filter covers only margin
    if (margin) from = {0};
    const int64_t channels = shape[1] * static_cast<int64_t>(from.size());
    auto found = made.find(taps);
    if (found == made.end()) {
      Weights part = {slices_of(all.weights, margin ? from : taps), all.bias};
      if (margin) std::fill(part.weights.data.begin(), part.weights.data.end(), std::byte{0});
      found = made.emplace(taps, filters_of(m, part, channels, groups)).first;
    }
    Value image = from.size() == static_cast<size_t>(depth.in) ? volume : gather(m, volume, 2, from);
    image = m.reshaped(image, {shape[0], channels, shape[3], shape[4]});
    const Value y = convolution(m, image, found->second, window);
    slices.push_back(m.reshaped(y, {y.shape[0], y.shape[1], 1, y.shape[2], y.shape[3]}));
  }
  return slices.size() == 1 ? slices[0] : concat(m, slices, 2);
}

std::string convolution_of_volume(Mapper& m, const Weights& stated, std::vector<Sliding> axes,
                                  int64_t groups) {
  const auto least = std::min_element(axes.begin(), axes.end(), [](const Sliding& a, const Sliding& b) {
    return a.out * a.filter < b.out * b.filter;
  });
  if (least->out > kMostSlices)
    return "volumes: need at most " + std::to_string(kMostSlices) +
           " results along one dimension; each becomes a convolution of images";
  std::vector<int> order(5);
  std::iota(order.begin(), order.end(), 0);
  const int axis = static_cast<int>(least - axes.begin());
  std::rotate(order.begin() + 2, order.begin() + 2 + axis, order.begin() + 3 + axis);
  std::rotate(axes.begin(), axes.begin() + axis, axes.begin() + axis + 1);
  std::vector<int> back(5);
  for (size_t i = 0; i < 5; ++i) back[static_cast<size_t>(order[i])] = static_cast<int>(i);
  const Weights all = {transposed(stated.weights, order), stated.bias};
  const Value x = m.permuted(with_again(m, in_memory(m, m.in(0)), 1, groups, stated), order);
  m.give(0, m.permuted(of_slices(m, x, all, axes, groups), back));
  return {};
}

}  // namespace

std::string map_conv(Mapper& m) {
  const Dims shape = m.raw(0).shape, filter = m.raw(1).shape;
  std::vector<Sliding> axes;
  if (filter.size() != shape.size()) return "its weights and the image have different numbers of dimensions";
  if (filter.size() < 3) return "need signals, images or volumes";
  if (const std::string why = read_window(m.node(), shape, {filter.begin() + 2, filter.end()}, &axes);
      !why.empty())
    return why;
  const int64_t groups = m.node().integer("group", 1), channels = shape[1], units = filter[0];
  if (groups < 1) return not_from_1("group", channels, groups);
  if (channels % groups != 0 || units % groups != 0 || filter[1] * groups != channels)
    return "channels: its weights have " + std::to_string(filter[1] * groups) + ", its input has " +
           std::to_string(channels);
  if (m.given(2) && elements_of(m.raw(2).shape) != units)
    return "its bias does not have one element for each filter";
  const bool computed = !m.constant(1) || (m.given(2) && !m.constant(2));
  if (computed && axes.size() < 3) {
    const Filters filters = computed_filters(m, channels, groups);
    m.give(0, convolution(m, m.in(0), filters, window_2d(axes)));
    return {};
  }
  Weights all;
  if (const std::string why = read_weights(m, 1, 2, 0, &all); !why.empty()) return why;
  if (axes.size() == 3 && !m.integer()) all.weights = as_float(all.weights);
  if (axes.size() == 3) return convolution_of_volume(m, all, axes, groups);
  if (axes.size() == 1) all.weights.dims.insert(all.weights.dims.begin() + 2, 1);
  const Value x = with_again(m, m.in(0), 1, groups, all);
  m.give(0, convolution(m, x, filters_of(m, all, x.shape[1], groups), window_2d(axes)));
  return {};
}

std::string map_batch_normalization(Mapper& m) {
  if (m.wanted(1) || m.node().integer("training_mode", 0)) return "it is for training";
  const Value x = m.in(0);
  if (x.shape.size() < 2) return "need channels";
  // Before opset 9 without `spatial`: each element of a sample has its parameters.
  const bool of_elements = m.opset() < 9 && m.node().integer("spatial", 1) == 0;
  Dims dims(x.shape.begin() + 1, x.shape.end());
  if (!of_elements) std::fill(dims.begin() + 1, dims.end(), 1);
  std::vector<double> all[4];
  for (size_t i = 0; i < 4; ++i) {
    if (!m.constant(i + 1)) return "its parameters are computed when the model runs";
    all[i] = reals_of(*m.constant(i + 1));
    if (static_cast<int64_t>(all[i].size()) != elements_of(dims))
      return std::string("it does not have one parameter for each ") + (of_elements ? "element" : "channel");
  }
  const double epsilon = static_cast<double>(m.node().real("epsilon", 1e-5f));
  std::vector<double> factor, term;
  for (size_t c = 0; c < all[0].size(); ++c) {
    factor.push_back(all[0][c] / std::sqrt(all[3][c] + epsilon));
    term.push_back(all[1][c] - all[2][c] * factor[c]);
  }
  const Value scaled = multiplied(m, x, real_constant(dims, factor));
  m.give(0, added(m, scaled, real_constant(dims, term)));
  return {};
}

}  // namespace nookc::onnx
