// Transposed convolutions.
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/front/onnx/layer_weights.h"
#include "nookc/front/onnx/window.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 24;

// Inserts zeros between the rows and columns of filters according to the dilations.
Constant dilated(const Constant& w, int64_t by_h, int64_t by_w) {
  if (by_h == 1 && by_w == 1) return w;
  const Dims d = w.dims;
  Constant made = w;
  made.dims = {d[0], d[1], (d[2] - 1) * by_h + 1, (d[3] - 1) * by_w + 1};
  const size_t unit = static_cast<size_t>(nook::size_of(w.type));
  made.data.assign(static_cast<size_t>(elements_of(made.dims).value_or(0)) * unit, std::byte{0});
  for (int64_t i = 0; i < d[0] * d[1]; ++i)
    for (int64_t y = 0; y < d[2]; ++y)
      for (int64_t x = 0; x < d[3]; ++x) {
        const size_t from = static_cast<size_t>((i * d[2] + y) * d[3] + x);
        const size_t to = static_cast<size_t>((i * made.dims[2] + y * by_h) * made.dims[3] + x * by_w);
        std::copy_n(w.data.begin() + static_cast<int64_t>(from * unit), unit,
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

constexpr int64_t kMostGroups = 1024;  // each group is an operator

// Entries `from` to `from + count` of the first dimension.
Constant part_of(const Constant& whole, int64_t from, int64_t count) {
  Constant part = whole;
  const size_t each = whole.data.size() / static_cast<size_t>(whole.dims[0]);
  const auto begin = whole.data.begin() + static_cast<int64_t>(each) * from;
  part.dims[0] = count;
  part.data.assign(begin, begin + static_cast<int64_t>(each) * count);
  return part;
}

// A transposed convolution of an image or a signal; weights [channels][units][h][w].
Value transposed_convolution(Mapper& m, const Value& image, const Constant& weights, const ConstantPtr& bias,
                             const Sliding (&s)[2]) {
  const TensorId x = m.stored(image, channels_last(image.shape.size()));
  const int64_t units = weights.dims[1];
  // First computes the uncropped result, which a SLICE then crops: TensorFlow Lite needs room for every
  // position of the filter.
  const bool cut = s[0].before > 0 || s[1].before > 0;
  Dims whole = {image.shape[0], s[0].out, s[1].out, units};
  for (size_t i = 0; i < 2; ++i)
    whole[1 + i] = std::max(s[i].out + s[i].before, (s[i].in - 1) * s[i].stride + s[i].reach());
  const TensorId y = m.fresh(whole, kReal);
  nook::TransposeConv::Attrs attrs;
  attrs.stride_h = static_cast<int32_t>(s[0].stride), attrs.stride_w = static_cast<int32_t>(s[1].stride);
  attrs.activation = m.fused();
  const TensorId w = m.add_constant(transposed(weights, {1, 2, 3, 0}));
  std::vector<TensorId> in = {m.add_ints(narrow(whole)), w, x};
  if (bias) in.push_back(m.add_constant(*bias));
  m.emit(attrs, in, {y});
  Value made = m.value(y, {whole[0], units, whole[1], whole[2]}, channels_last(4));
  if (cut || whole[1] != s[0].out) made = slice(m, made, 2, s[0].before, s[0].out);
  if (cut || whole[2] != s[1].out) made = slice(m, made, 3, s[1].before, s[1].out);
  return image.shape.size() == 3 ? m.reshaped(made, {image.shape[0], units, s[1].out}) : made;
}

}  // namespace

std::string map_conv_transpose(Mapper& m) {
  const Dims shape = m.raw(0).shape;
  const int64_t groups = m.node().integer("group", 1);
  if (groups != 1) m.compute_in_float();
  Weights all;
  if (const std::string why = read_weights(m, 1, 2, 1, &all); !why.empty()) return why;
  if (!m.integer()) all.weights = as_float(all.weights);
  if (shape.size() != 4 && shape.size() != 3)
    return "need an image or a signal, have " + std::to_string(shape.size()) + " dimensions";
  if (all.weights.dims.size() != shape.size() || m.constant(1)->dims[0] != shape[1])
    return "channels: its weights do not match its input";
  if (groups < 1 || shape[1] % groups != 0 || groups > kMostGroups)
    return "group: need 1 to " + std::to_string(kMostGroups) + " of as many channels each, have " +
           std::to_string(groups);
  const int64_t units = all.weights.dims[1];
  if (all.bias && static_cast<int64_t>(all.bias->size()) != units * groups)
    return "its bias does not have one element for each filter";
  const size_t axes = shape.size() - 2;
  std::vector<int64_t> strides, dilations;
  if (!each_axis(m.node(), "strides", axes, &strides) || !each_axis(m.node(), "dilations", axes, &dilations))
    return "strides and dilations: need one of at least 1 for each dimension";
  if (axes == 1) {
    all.weights.dims.insert(all.weights.dims.begin() + 2, 1);
    strides.insert(strides.begin(), 1), dilations.insert(dilations.begin(), 1);
  }
  Dims spread_out = all.weights.dims;
  for (size_t i = 0; i < 2; ++i) spread_out[2 + i] = (spread_out[2 + i] - 1) * dilations[i] + 1;
  if (elements_of(spread_out).value_or(INT32_MAX) > kMostElements)
    return "its weights have more than 2^24 elements";
  all.weights = dilated(all.weights, dilations[0], dilations[1]);
  Sliding s[2];
  for (size_t i = 0; i < 2; ++i) {
    s[i].filter = all.weights.dims[2 + i], s[i].stride = strides[i];
    if (axes == 1 && i == 0) continue;
    s[i].in = shape[axes == 1 ? 2 : 2 + i];
    if (const std::string why = spread(m.node(), axes, axes == 1 ? 0 : i, &s[i]); !why.empty()) return why;
  }
  if (groups == 1) {
    m.give(0, transposed_convolution(m, with_again(m, m.in(0), 1, 1, all), all.weights, all.bias, s));
    return {};
  }
  std::vector<Value> parts;
  const Value image = in_memory(m, m.in(0));
  const int64_t each = shape[1] / groups;
  for (int64_t g = 0; g < groups; ++g) {
    const ConstantPtr bias = all.bias ? shared(part_of(*all.bias, g * units, units)) : nullptr;
    parts.push_back(transposed_convolution(m, slice(m, image, 1, g * each, each),
                                           part_of(all.weights, g * each, each), bias, s));
  }
  m.give(0, concat(m, parts, 1));
  return {};
}

}  // namespace nookc::onnx
