// Transposed convolutions.
#include <map>

#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/front/onnx/layer_weights.h"
#include "nookc/front/onnx/window.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 24;
constexpr size_t kMostStored = size_t{1} << 26;
constexpr int64_t kMostSlices = 64;    // slices of a volume: one operator each
constexpr int64_t kMostGroups = 1024;  // likewise

// The two dimensions of an image; a signal is an image of one row.
struct Plane {
  Sliding h, w;
};

// Inserts zeros between the rows and columns of filters, the last two dimensions, according to the dilations.
Constant dilated(const Constant& weights, int64_t by_h, int64_t by_w) {
  if (by_h == 1 && by_w == 1) return weights;
  Constant made = weights;
  const size_t rank = weights.dims.size();
  const int64_t h = weights.dims[rank - 2], w = weights.dims[rank - 1];
  const int64_t reach_h = (h - 1) * by_h + 1, reach_w = (w - 1) * by_w + 1;
  made.dims[rank - 2] = reach_h, made.dims[rank - 1] = reach_w;
  const size_t unit = static_cast<size_t>(nook::size_of(weights.type));
  made.data.assign(static_cast<size_t>(elements_of(made.dims).value_or(0)) * unit, std::byte{0});
  for (int64_t i = 0; i < elements_of(weights.dims).value_or(0) / (h * w); ++i)
    for (int64_t y = 0; y < h; ++y)
      for (int64_t x = 0; x < w; ++x) {
        const size_t from = static_cast<size_t>((i * h + y) * w + x);
        const size_t to = static_cast<size_t>((i * reach_h + y * by_h) * reach_w + x * by_w);
        std::copy_n(weights.data.begin() + static_cast<int64_t>(from * unit), unit,
                    made.data.begin() + static_cast<int64_t>(to * unit));
      }
  return made;
}

// One axis of a transposed convolution: the full length of the result, and the elements to crop before it.
std::string spread(const OnnxNode& node, size_t axes, size_t i, Sliding* s) {
  const std::vector<int64_t> pads = node.integers("pads"), more = node.integers("output_padding"),
                             said = node.integers("output_shape");
  const std::string automatic = node.text("auto_pad", "NOTSET");
  const int64_t extra = more.size() == axes ? more[i] : 0;
  const int64_t whole = (s->in - 1) * s->stride + s->reach() + extra;
  if (!said.empty() || automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
    s->out = said.empty() ? s->in * s->stride : said.size() == axes ? said[i] : said[i + 2];
    const int64_t cut = std::max<int64_t>(whole - s->out, 0);
    s->before = automatic == "SAME_UPPER" ? cut / 2 : cut - cut / 2;
    if (automatic == "NOTSET") s->before = cut - cut / 2;
  } else {
    s->before = pads.size() == 2 * axes ? pads[i] : 0;
    s->out = whole - s->before - (pads.size() == 2 * axes ? pads[i + axes] : 0);
  }
  if (s->before < 0 || s->out < 1 || extra < 0) return "its pads leave no output, or are negative";
  return {};
}

// Entries `from` to `from + count` of the first dimension.
Constant part_of(const Constant& whole, int64_t from, int64_t count) {
  Constant part = whole;
  const size_t each = whole.data.size() / static_cast<size_t>(whole.dims[0]);
  const auto begin = whole.data.begin() + static_cast<int64_t>(each) * from;
  part.dims[0] = count;
  part.data.assign(begin, begin + static_cast<int64_t>(each) * count);
  return part;
}

// Weights [units][h][w][channels] and bias of a group, as tensors of the graph.
struct Filters {
  TensorId weights, bias;
  int64_t channels, units, reach_h, reach_w;
};

// From weights [channels][units of a group][h][w].
std::vector<Filters> filters_of(Mapper& m, const Weights& all, int64_t groups) {
  std::vector<Filters> made;
  const int64_t channels = all.weights.dims[0] / groups, units = all.weights.dims[1];
  for (int64_t g = 0; g < groups; ++g) {
    const Constant part = groups == 1 ? all.weights : part_of(all.weights, g * channels, channels);
    Filters filters = {TensorId::kNone, TensorId::kNone, channels, units, part.dims[2], part.dims[3]};
    filters.weights = m.add_constant(transposed(part, {1, 2, 3, 0}));
    if (all.bias)
      filters.bias = m.add_constant(groups == 1 ? *all.bias : part_of(*all.bias, g * units, units));
    made.push_back(filters);
  }
  return made;
}

// A transposed convolution of an image or a signal.
Value of_group(Mapper& m, const Value& image, const Filters& filters, const Plane& s) {
  const TensorId x = m.stored(image, channels_last(image.shape.size()));
  // First computes the uncropped result, which a SLICE then crops: TensorFlow Lite needs room for every
  // position of the filter.
  const bool cut = s.h.before > 0 || s.w.before > 0;
  Dims whole = {image.shape[0], 0, 0, filters.units};
  whole[1] = std::max(s.h.out + s.h.before, (s.h.in - 1) * s.h.stride + filters.reach_h);
  whole[2] = std::max(s.w.out + s.w.before, (s.w.in - 1) * s.w.stride + filters.reach_w);
  const TensorId y = m.fresh(whole, kReal);
  nook::TransposeConv::Attrs attrs;
  attrs.stride_h = static_cast<int32_t>(s.h.stride), attrs.stride_w = static_cast<int32_t>(s.w.stride);
  attrs.activation = m.fused();
  std::vector<TensorId> in = {m.add_ints(narrow(whole)), filters.weights, x};
  if (filters.bias != TensorId::kNone) in.push_back(filters.bias);
  m.emit(attrs, in, {y});
  Value made = m.value(y, {whole[0], filters.units, whole[1], whole[2]}, channels_last(4));
  if (cut || whole[1] != s.h.out) made = slice(m, made, 2, s.h.before, s.h.out);
  if (cut || whole[2] != s.w.out) made = slice(m, made, 3, s.w.before, s.w.out);
  return image.shape.size() == 3 ? m.reshaped(made, {image.shape[0], filters.units, s.w.out}) : made;
}

Value of_groups(Mapper& m, const Value& x, const std::vector<Filters>& groups, const Plane& s) {
  if (groups.size() == 1) return of_group(m, x, groups[0], s);
  const Value image = in_memory(m, x);
  std::vector<Value> parts;
  for (const Filters& filters : groups) {
    const int64_t from = static_cast<int64_t>(parts.size()) * filters.channels;
    parts.push_back(of_group(m, slice(m, image, 1, from, filters.channels), filters, s));
  }
  return concat(m, parts, 1);
}

// The weights [channels][units][d][h][w] of some slices, whose channels become one dimension.
Constant slices_of(const Constant& weights, const std::vector<int64_t>& taps) {
  const Constant w = transposed(weights, {0, 2, 1, 3, 4});
  const size_t plane = w.data.size() / static_cast<size_t>(w.dims[0] * w.dims[1]);
  Constant made = w;
  if (w.axis == 2) made.axis = 1;
  made.dims = {w.dims[0] * static_cast<int64_t>(taps.size()), w.dims[2], w.dims[3], w.dims[4]};
  made.data.clear();
  for (int64_t channel = 0; channel < w.dims[0]; ++channel)
    for (const int64_t tap : taps) {
      const auto from = w.data.begin() + static_cast<int64_t>(plane) * (channel * w.dims[1] + tap);
      made.data.insert(made.data.end(), from, from + static_cast<int64_t>(plane));
    }
  return made;
}

// Each slice of the result is a transposed convolution of images: the operand's slices that reach it become
// channels. Volume and weights have the axis of slices at 2. Slices with the same part of the filter share
// their weights.
Value of_slices(Mapper& m, const Value& volume, const Weights& all, const Sliding& depth, const Plane& s,
                int64_t groups) {
  const Dims& shape = volume.shape;
  std::map<std::vector<int64_t>, std::vector<Filters>> made;
  std::vector<Value> slices;
  size_t stored = 0;
  for (int64_t k = 0; k < depth.out; ++k) {
    std::vector<int64_t> from, taps;
    for (int64_t tap = depth.filter; tap-- > 0;) {
      const int64_t way = k + depth.before - tap * depth.dilation;
      if (way >= 0 && way % depth.stride == 0 && way / depth.stride < depth.in)
        from.push_back(way / depth.stride), taps.push_back(tap);
    }
    const bool none = from.empty();  // no slice reaches it
    if (none) from = {0};
    auto found = made.find(taps);
    if (found == made.end()) {
      Weights part = {slices_of(all.weights, none ? from : taps), all.bias};
      if (none) std::fill(part.weights.data.begin(), part.weights.data.end(), std::byte{0});
      stored += part.weights.size();
      if (stored > kMostStored) {
        m.refuse("its weights: need at most 2^26 elements, counted for each set of slices that they reach");
        return volume;
      }
      found = made.emplace(taps, filters_of(m, part, groups)).first;
    }
    Value image = from.size() == static_cast<size_t>(depth.in) ? volume : gather(m, volume, 2, from);
    image = m.reshaped(image, {shape[0], shape[1] * static_cast<int64_t>(from.size()), shape[3], shape[4]});
    const Value y = of_groups(m, image, found->second, s);
    slices.push_back(m.reshaped(y, {y.shape[0], y.shape[1], 1, y.shape[2], y.shape[3]}));
  }
  return slices.size() == 1 ? slices[0] : concat(m, slices, 2);
}

// `axes` has one entry for each dimension after the channels of the weights.
std::string of_volume(Mapper& m, const Weights& stated, std::vector<Sliding> axes, int64_t groups) {
  const auto least = std::min_element(axes.begin(), axes.end(), [](const Sliding& a, const Sliding& b) {
    return a.out * a.filter < b.out * b.filter;
  });
  if (least->out > kMostSlices)
    return "volumes: need at most " + std::to_string(kMostSlices) +
           " results along one dimension, have at least " + std::to_string(least->out) +
           "; each becomes a transposed convolution of images";
  const int axis = static_cast<int>(least - axes.begin());
  std::vector<int> order = {0, 1, 2, 3, 4}, back(5);
  std::rotate(order.begin() + 2, order.begin() + 2 + axis, order.begin() + 3 + axis);
  std::rotate(axes.begin(), axes.begin() + axis, axes.begin() + axis + 1);
  for (size_t i = 0; i < 5; ++i) back[static_cast<size_t>(order[i])] = static_cast<int>(i);
  Weights all = {transposed(stated.weights, order), stated.bias};
  all.weights = dilated(all.weights, axes[1].dilation, axes[2].dilation);
  const Value x = m.permuted(with_again(m, in_memory(m, m.in(0)), 1, groups, stated), order);
  m.give(0, m.permuted(of_slices(m, x, all, axes[0], {axes[1], axes[2]}, groups), back));
  return {};
}

// Reads the dimensions after the channels. Returns the reason, or an empty text.
std::string read_axes(const OnnxNode& node, const Dims& x, const Dims& weights, std::vector<Sliding>* to) {
  const size_t axes = x.size() - 2;
  std::vector<int64_t> strides, dilations;
  if (!each_axis(node, "strides", axes, &strides) || !each_axis(node, "dilations", axes, &dilations))
    return "strides and dilations: need one of at least 1 for each dimension";
  Dims spread_out = weights;
  for (size_t i = 0; i < axes; ++i) {
    Sliding s;
    s.in = x[2 + i], s.filter = weights[2 + i], s.stride = strides[i], s.dilation = dilations[i];
    spread_out[2 + i] = s.reach();
    if (const std::string why = spread(node, axes, i, &s); !why.empty()) return why;
    to->push_back(s);
  }
  if (elements_of(spread_out).value_or(INT32_MAX) > kMostElements)
    return "its weights have more than 2^24 elements";
  return {};
}

}  // namespace

std::string map_conv_transpose(Mapper& m) {
  const Dims shape = m.raw(0).shape;
  const int64_t groups = m.node().integer("group", 1);
  if (groups != 1) m.compute_in_float();
  Weights all;
  if (const std::string why = read_weights(m, 1, 2, 1, &all); !why.empty()) return why;
  if (!m.integer()) all.weights = as_float(all.weights);
  if (shape.size() < 3 || shape.size() > 5)
    return "need a signal, an image or a volume, have " + std::to_string(shape.size()) + " dimensions";
  if (all.weights.dims.size() != shape.size() || m.constant(1)->dims[0] != shape[1])
    return "channels: its weights do not match its input";
  if (groups < 1 || shape[1] % groups != 0 || groups > kMostGroups)
    return "group: need 1 to " + std::to_string(kMostGroups) + " of as many channels each, have " +
           std::to_string(groups);
  if (all.bias && static_cast<int64_t>(all.bias->size()) != all.weights.dims[1] * groups)
    return "its bias does not have one element for each filter";
  std::vector<Sliding> axes;
  if (const std::string why = read_axes(m.node(), shape, all.weights.dims, &axes); !why.empty()) return why;
  if (axes.size() == 3) return of_volume(m, all, axes, groups);
  if (axes.size() == 1) {
    all.weights.dims.insert(all.weights.dims.begin() + 2, 1);
    axes.insert(axes.begin(), Sliding());
  }
  all.weights = dilated(all.weights, axes[0].dilation, axes[1].dilation);
  const Value x = with_again(m, m.in(0), 1, 1, all);
  m.give(0, of_groups(m, x, filters_of(m, all, groups), {axes[0], axes[1]}));
  return {};
}

}  // namespace nookc::onnx
