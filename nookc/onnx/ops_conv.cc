// Convolutions, pooling and what goes with them.
#include <cfloat>

#include "nook/ops/add/add_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/padv2/padv2_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/onnx/ops.h"
#include "nookc/onnx/weights.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 24;

// One axis of a window that slides over an image.
struct Sliding {
  int64_t in = 1, filter = 1, stride = 1, dilation = 1, before = 0, after = 0, out = 1;
  int64_t reach() const { return (filter - 1) * dilation + 1; }
  // Whether TensorFlow Lite's SAME is this padding.
  bool same() const {
    const int64_t need = std::max<int64_t>((out - 1) * stride + reach() - in, 0);
    return out == (in + stride - 1) / stride && before == need / 2 && (after == need - need / 2);
  }
  bool none() const { return before == 0 && after == 0; }
};

struct Window2d {
  Sliding h, w;
  nook::PadMode mode() const {
    if (h.none() && w.none()) return nook::PadMode::kValid;
    return h.same() && w.same() ? nook::PadMode::kSame : nook::PadMode::kExplicit;
  }
};

// Attributes that a signal has once and an image twice.
bool pair_of(const OnnxNode& node, const char* name, size_t axes, std::vector<int64_t>* to) {
  *to = node.integers(name);
  if (to->empty()) to->assign(axes, 1);
  if (to->size() != axes) return false;
  if (axes == 1) to->insert(to->begin(), 1);
  for (const int64_t number : *to)
    if (number < 1 || number > INT32_MAX / 4) return false;
  return true;
}

// Pads as begin, end of each axis; those of auto_pad too. How many results there are: rounded up where the
// node says ceil_mode, with a window that begins within the image or the padding before it.
std::string slide(const OnnxNode& node, size_t axes, Sliding* at, size_t i) {
  const std::string automatic = node.text("auto_pad", "NOTSET");
  const std::vector<int64_t> pads = node.integers("pads");
  if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
    at->out = (at->in + at->stride - 1) / at->stride;
    const int64_t need = std::max<int64_t>((at->out - 1) * at->stride + at->reach() - at->in, 0);
    at->before = automatic == "SAME_UPPER" ? need / 2 : need - need / 2;
    at->after = need - at->before;
    return {};
  }
  if (automatic != "VALID" && !pads.empty()) {
    if (pads.size() != 2 * axes) return "pads: need two for each dimension";
    at->before = pads[i], at->after = pads[i + axes];
    if (at->before < 0 || at->after < 0) return "pads: one is below 0";
    if (at->before > INT32_MAX / 4 || at->after > INT32_MAX / 4) return "pads: one is too large";
  }
  const int64_t way = at->in + at->before + at->after - at->reach();
  if (way < 0) return "its window is larger than the image";
  at->out = way / at->stride + 1;
  if (node.integer("ceil_mode", 0) && way % at->stride != 0 && at->out * at->stride < at->in + at->before) {
    ++at->out;
    at->after = (at->out - 1) * at->stride + at->reach() - at->in - at->before;
  }
  return {};
}

// Of an image [n][c][h][w] or a signal [n][c][w].
std::string read_window(const OnnxNode& node, const Dims& x, std::vector<int64_t> filter, Window2d* to) {
  if (x.size() != 3 && x.size() != 4)
    return "need an image or a signal, have " + std::to_string(x.size()) + " dimensions";
  const size_t axes = x.size() - 2;
  std::vector<int64_t> strides, dilations;
  if (filter.size() != axes) return "its window does not have as many dimensions as the image";
  if (axes == 1) filter.insert(filter.begin(), 1);
  if (!pair_of(node, "strides", axes, &strides) || !pair_of(node, "dilations", axes, &dilations))
    return "strides and dilations: need one of at least 1 for each dimension";
  for (const int64_t size : filter)
    if (size < 1 || size > INT32_MAX / 4) return "its window is empty or too large";
  Sliding* const both[] = {&to->h, &to->w};
  for (size_t i = 0; i < 2; ++i) {
    Sliding& s = *both[i];
    s.filter = filter[i], s.stride = strides[i], s.dilation = dilations[i];
    if (axes == 1 && i == 0) continue;
    s.in = x[axes == 1 ? 2 : 2 + i];
    if (const std::string why = slide(node, axes, &s, axes == 1 ? 0 : i); !why.empty()) return why;
  }
  return {};
}

nook::Padding padding_of(const Window2d& window) {
  nook::Padding p;
  p.mode = window.mode();
  if (p.mode != nook::PadMode::kExplicit) return p;
  p.top = static_cast<int32_t>(window.h.before), p.bottom = static_cast<int32_t>(window.h.after);
  p.left = static_cast<int32_t>(window.w.before), p.right = static_cast<int32_t>(window.w.after);
  return p;
}

Dims image_shape(const Dims& x, int64_t channels, const Window2d& window) {
  Dims y = {x[0], channels};
  if (x.size() == 4) y.push_back(window.h.out);
  y.push_back(window.w.out);
  return y;
}

// [m][c][h][w] of both kinds.
void as_image(Constant* weights) {
  if (weights->dims.size() == 3) weights->dims.insert(weights->dims.begin() + 2, 1);
}

template <class A>
void set_window(const Window2d& window, A* attrs) {
  attrs->stride_h = static_cast<int32_t>(window.h.stride),
  attrs->stride_w = static_cast<int32_t>(window.w.stride);
}

// The image with margins of a value around it.
TensorId padded(Mapper& m, TensorId x, const Dims& dims, const Window2d& window, const Constant* value) {
  Dims larger = dims;
  larger[1] += window.h.before + window.h.after, larger[2] += window.w.before + window.w.after;
  const TensorId y = m.like(x, larger);
  const TensorId margins = m.add_ints(
      narrow({0, 0, window.h.before, window.h.after, window.w.before, window.w.after, 0, 0}), {4, 2});
  if (value) {
    m.emit(nook::Padv2::Attrs{}, {x, margins, m.add_constant(*value)}, {y});
  } else {
    m.emit(nook::Pad::Attrs{}, {x, margins}, {y});
  }
  return y;
}

}  // namespace

std::string map_conv(Mapper& m) {
  const Dims shape = m.raw(0).shape;
  Weights all;
  if (const std::string why = read_weights(m, 1, 2, 0, &all); !why.empty()) return why;
  Window2d window;
  const Dims filter = all.weights.dims;
  if (filter.size() != shape.size()) return "its weights have not as many dimensions as the image";
  if (const std::string why = read_window(m.node(), shape, {filter.begin() + 2, filter.end()}, &window);
      !why.empty())
    return why;
  const int64_t groups = m.node().integer("group", 1), channels = shape[1], units = filter[0];
  if (groups < 1 || channels % groups != 0 || units % groups != 0 || filter[1] * groups != channels)
    return "channels: its weights are for " + std::to_string(filter[1] * groups) + ", it gets " +
           std::to_string(channels);
  if (all.bias && static_cast<int64_t>(all.bias->size()) != units)
    return "its bias does not have one element for each filter";
  as_image(&all.weights);
  const Order order = channels_last(shape.size());
  const TensorId x = m.stored(m.in(0), order);
  const Dims result = image_shape(shape, units, window);
  const TensorId y = m.fresh(dims_in(result, order), kReal);
  nook::ConvolutionAttrs attrs;
  attrs.padding = padding_of(window);
  set_window(window, &attrs);
  attrs.dilation_h = static_cast<int32_t>(window.h.dilation),
  attrs.dilation_w = static_cast<int32_t>(window.w.dilation);
  attrs.activation = m.fused();
  const bool depthwise = groups == channels && groups > 1;
  const TensorId w = m.add_constant(
      transposed(all.weights, depthwise ? std::vector<int>{1, 2, 3, 0} : std::vector<int>{0, 2, 3, 1}));
  const std::vector<TensorId> in = {x, w, all.bias ? m.add_constant(*all.bias) : TensorId::kNone};
  if (depthwise) {
    m.emit(nook::DepthwiseConv2D::Attrs{attrs}, in, {y});
  } else {
    m.emit(nook::Conv2D::Attrs{attrs}, in, {y});
  }
  m.give(0, m.value(y, result, order));
  return {};
}

namespace {

// Zeros between the rows and columns of filters, as dilations say.
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

// One axis of a transposed convolution: how long the result is, of which elements before it are cut off.
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
  if (s->before < 0 || s->out < 1 || extra < 0) return "its pads leave nothing, or are below 0";
  return {};
}

constexpr int64_t kMostGroups = 1024;  // each is an operator

// Entries of the first dimension.
Constant part_of(const Constant& whole, int64_t from, int64_t count) {
  Constant part = whole;
  const size_t each = whole.data.size() / static_cast<size_t>(whole.dims[0]);
  const auto begin = whole.data.begin() + static_cast<int64_t>(each) * from;
  part.dims[0] = count;
  part.data.assign(begin, begin + static_cast<int64_t>(each) * count);
  return part;
}

// Of an image or a signal; weights [channels][units][h][w].
Value transposed_convolution(Mapper& m, const Value& image, const Constant& weights, const ConstantPtr& bias,
                             const Sliding (&s)[2]) {
  const TensorId x = m.stored(image, channels_last(image.shape.size()));
  const int64_t units = weights.dims[1];
  // Without the cut at first; a SLICE makes it. TensorFlow Lite wants room for every position of the filter.
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
  if (shape.size() != 4 && shape.size() != 3) return "need an image or a signal";
  if (all.weights.dims.size() != shape.size() || all.weights.dims[0] != shape[1])
    return "channels: its weights are for others";
  if (groups < 1 || shape[1] % groups != 0 || groups > kMostGroups)
    return "group: need 1 to " + std::to_string(kMostGroups) + " of as many channels each, have " +
           std::to_string(groups);
  const int64_t units = all.weights.dims[1];
  if (all.bias && static_cast<int64_t>(all.bias->size()) != units * groups)
    return "its bias has not one for each filter";
  const size_t axes = shape.size() - 2;
  as_image(&all.weights);
  std::vector<int64_t> strides, dilations;
  if (!pair_of(m.node(), "strides", axes, &strides) || !pair_of(m.node(), "dilations", axes, &dilations))
    return "strides and dilations: need one of at least 1 for each dimension";
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
    m.give(0, transposed_convolution(m, m.in(0), all.weights, all.bias, s));
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

std::string map_max_pool(Mapper& m) {
  if (m.wanted(1)) return "its indices are wanted";
  const Value image = m.in(0);
  const Dims& shape = image.shape;
  Window2d window;
  if (const std::string why = read_window(m.node(), shape, m.node().integers("kernel_shape"), &window);
      !why.empty())
    return why;
  if (window.h.dilation != 1 || window.w.dilation != 1) return "dilations: need 1";
  const Order order = channels_last(shape.size());
  TensorId x = m.stored(image, order);
  const Dims result = image_shape(shape, shape[1], window);
  nook::MaxPool2D::Attrs attrs;
  attrs.padding.mode = window.mode();
  if (window.mode() == nook::PadMode::kExplicit) {
    const Quantization q = m.quantization_of(image);
    const bool integers = q.type != nook::DType::kNone;
    Constant least = make_constant(integers ? q.type : image.type, {1},
                                   std::vector<double>{-static_cast<double>(FLT_MAX)});
    if (integers) least.scales = {q.scale}, least.zero_point = q.zero_point;
    x = padded(m, x, dims_in(shape, order), window, &least);
    attrs.padding.mode = nook::PadMode::kValid;
  }
  const TensorId y = m.like(x, dims_in(result, order));
  attrs.filter_h = static_cast<int32_t>(window.h.filter),
  attrs.filter_w = static_cast<int32_t>(window.w.filter);
  set_window(window, &attrs);
  m.emit(attrs, {x}, {y});
  m.give(0, m.value(y, result, order, image.type));
  return {};
}

namespace {

// By what the mean of a window with zeros in it must be multiplied where ONNX counts fewer elements.
std::vector<double> shares(const Window2d& window, const OnnxNode& node, size_t axes) {
  const std::vector<int64_t> pads = node.integers("pads");
  const bool include = node.integer("count_include_pad", 0) != 0;
  const std::string automatic = node.text("auto_pad", "NOTSET");
  const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
  const auto counts = [&](const Sliding& s, size_t i, bool signal_rows) {
    // The margin that a window rounded up reaches into does not count; the stated ones do if asked for.
    const bool stated_here = automatic == "NOTSET" && !signal_rows && pads.size() == 2 * axes;
    const int64_t stated = same ? s.after : stated_here ? pads[i + axes] : 0;
    const int64_t low = include ? -s.before : 0, high = include ? s.in + std::min(stated, s.after) : s.in;
    std::vector<double> all;
    for (int64_t k = 0; k < s.out; ++k) {
      const int64_t from = k * s.stride - s.before;
      all.push_back(static_cast<double>(std::min(from + s.filter, high) - std::max(from, low)));
    }
    return all;
  };
  const std::vector<double> rows = counts(window.h, 0, axes == 1),
                            columns = counts(window.w, axes - 1, false);
  std::vector<double> made;
  for (const double r : rows)
    for (const double c : columns)
      made.push_back(static_cast<double>(window.h.filter * window.w.filter) / (r * c));
  return made;
}

}  // namespace

std::string map_average_pool(Mapper& m) {
  const Dims shape = m.raw(0).shape;
  Window2d window;
  if (const std::string why = read_window(m.node(), shape, m.node().integers("kernel_shape"), &window);
      !why.empty())
    return why;
  if (window.h.dilation != 1 || window.w.dilation != 1) return "dilations: need 1";
  if (window.h.out > kMostElements || window.w.out > kMostElements ||
      window.h.out * window.w.out > kMostElements)
    return "its result has more than 2^24 pixels";
  const std::vector<double> factors = shares(window, m.node(), shape.size() - 2);
  const bool include = m.node().integer("count_include_pad", 0) != 0;
  const bool same = window.mode() == nook::PadMode::kSame && !include;
  const bool uneven = !same && std::any_of(factors.begin(), factors.end(), [](double f) { return f != 1; });
  if (uneven || much_finer(m, m.raw(0))) m.compute_in_float();
  const Order order = channels_last(shape.size());
  TensorId x = m.stored(m.in(0), order);
  nook::AveragePool2D::Attrs attrs;
  attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
  if (!same && window.mode() != nook::PadMode::kValid)
    x = padded(m, x, dims_in(shape, order), window, nullptr);
  const Dims result = image_shape(shape, shape[1], window);
  const TensorId y = m.like(x, dims_in(result, order));
  attrs.filter_h = static_cast<int32_t>(window.h.filter),
  attrs.filter_w = static_cast<int32_t>(window.w.filter);
  set_window(window, &attrs);
  m.emit(attrs, {x}, {y});
  Value made = m.value(y, result, order);
  Dims map = result;
  map[0] = map[1] = 1;
  if (uneven) made = binary(m, nook::Mul::Attrs{}, made, real_constant(map, factors));
  m.give(0, made);
  return {};
}

namespace {

template <class Op>
std::string global_pool(Mapper& m) {
  typename Op::Attrs attrs;
  attrs.keep_dims = true;
  Value x = m.in(0);
  // A maximum has the scale of its operand; MEAN may have another.
  if (m.integer() && std::is_same_v<Op, nook::ReduceMax>) x = m.requantized(x, m.quantization());
  std::vector<int64_t> axes;
  for (size_t i = 2; i < x.shape.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  if (axes.empty()) return "need an image or a signal";
  m.give(0, reduce(m, attrs, x, axes, true));
  return {};
}

}  // namespace

std::string map_global_average(Mapper& m) { return global_pool<nook::Mean>(m); }
std::string map_global_max(Mapper& m) { return global_pool<nook::ReduceMax>(m); }

std::string map_batch_normalization(Mapper& m) {
  if (m.wanted(1) || m.node().integer("training_mode", 0)) return "it is of training";
  const Value x = m.in(0);
  if (x.shape.size() < 2) return "need channels";
  std::vector<double> all[4];
  for (size_t i = 0; i < 4; ++i) {
    if (!m.constant(i + 1)) return "its parameters are computed when the model runs";
    all[i] = reals_of(*m.constant(i + 1));
    if (static_cast<int64_t>(all[i].size()) != x.shape[1])
      return "its parameters are not one for each channel";
  }
  const double epsilon = static_cast<double>(m.node().real("epsilon", 1e-5f));
  std::vector<double> factor, term;
  for (size_t c = 0; c < all[0].size(); ++c) {
    factor.push_back(all[0][c] / std::sqrt(all[3][c] + epsilon));
    term.push_back(all[1][c] - all[2][c] * factor[c]);
  }
  Dims dims(x.shape.size() - 1, 1);
  dims[0] = x.shape[1];
  const Value scaled = binary(m, nook::Mul::Attrs{}, x, real_constant(dims, factor));
  m.give(0, binary(m, nook::Add::Attrs{}, scaled, real_constant(dims, term)));
  return {};
}

}  // namespace nookc::onnx
