// Pools: the maximum, the mean or a norm of a window.
#include <cfloat>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/padv2/padv2_op.h"
#include "nook/ops/pow/pow_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/window.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 24;
constexpr int64_t kMostTaps = 64;          // decomposed window: several operators per tap
constexpr int64_t kMostWeights = 1 << 16;  // dilated mean: one weight per tap and channel
constexpr const char* kGapsInLarge = "dilations: need 1 in windows as large as this";

using Axes = std::vector<Sliding>;

std::string read_axes(Mapper& m, const Dims& shape, Axes* to) {
  return read_window(m.node(), shape, m.node().integers("kernel_shape"), to);
}

bool is_dilated(const Axes& axes) {
  return std::any_of(axes.begin(), axes.end(), [](const Sliding& s) { return s.dilation != 1; });
}

// The number of taps of one window; a larger number than kMostElements if it exceeds that.
int64_t places_of_window(const Axes& axes) {
  int64_t all = 1;
  for (const Sliding& s : axes) all *= std::clamp<int64_t>(s.filter, 1, kMostElements / all + 1);
  return all;
}

// Pools a volume along some axes, then along the others, each time as a pool of images.
template <class Pool>
Value pool_of_volume(Mapper& m, const Value& volume, const Axes& axes, Pool pool) {
  const Dims& x = volume.shape;
  const Value flat = pool(m.reshaped(volume, {x[0], x[1] * x[2], x[3], x[4]}), window_2d({axes[1], axes[2]}));
  const int64_t rows = flat.shape[2], columns = flat.shape[3];
  Sliding across;
  across.in = across.out = rows * columns;
  const Value deep = pool(m.reshaped(flat, {x[0], x[1], x[2], rows * columns}), window_2d({axes[0], across}));
  return m.reshaped(deep, {x[0], x[1], axes[0].out, rows, columns});
}

// The lowest number that the tensor can hold.
Constant least_of(Mapper& m, const Value& x) {
  const Quantization q = m.quantization_of(x);
  const bool integers = q.type != nook::DType::kNone;
  Constant least =
      make_constant(integers ? q.type : x.type, {1}, std::vector<double>{-static_cast<double>(FLT_MAX)});
  if (integers) least.scales = {q.scale}, least.zero_point = q.zero_point;
  return least;
}

Value max_pool(Mapper& m, const Value& image, const Window2d& window) {
  const Order order = channels_last(image.shape.size());
  TensorId x = m.stored(image, order);
  nook::MaxPool2D::Attrs attrs;
  attrs.padding.mode = window.mode();
  if (window.mode() == nook::PadMode::kExplicit) {
    const Constant least = least_of(m, image);
    x = padded(m, x, dims_in(image.shape, order), window, &least);
    attrs.padding.mode = nook::PadMode::kValid;
  }
  const Dims result = image_shape(image.shape, image.shape[1], window);
  const TensorId y = m.like(x, dims_in(result, order));
  attrs.filter_h = static_cast<int32_t>(window.h.filter),
  attrs.filter_w = static_cast<int32_t>(window.w.filter);
  set_window(window, &attrs);
  m.emit(attrs, {x}, {y});
  return m.value(y, result, order, image.type);
}

// The elements of all windows at one tap: [n][c] and the number of windows. The operand includes its margins.
Value tap(Mapper& m, const Value& x, const Axes& axes, const std::vector<int64_t>& at) {
  Dims shape = x.shape;
  std::vector<int32_t> begin(x.order.size(), 0), end = narrow(dims_in(shape, x.order)),
                                                 stride(x.order.size(), 1);
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t place = static_cast<size_t>(place_of(x.order, static_cast<int64_t>(i) + 2));
    const int64_t first = at[i] * axes[i].dilation;
    begin[place] = static_cast<int32_t>(first);
    end[place] = static_cast<int32_t>(first + (axes[i].out - 1) * axes[i].stride + 1);
    stride[place] = static_cast<int32_t>(axes[i].stride);
    shape[2 + i] = axes[i].out;
  }
  const TensorId y = m.like(x.id, dims_in(shape, x.order));
  m.emit(nook::StridedSlice::Attrs{}, {x.id, m.add_ints(begin), m.add_ints(end), m.add_ints(stride)}, {y});
  return m.value(y, shape, x.order, x.type);
}

// Pads with margins of the lowest number.
Value with_margins(Mapper& m, const Value& operand, const Axes& axes) {
  const Value x = m.settled(in_memory(m, operand));
  Dims shape = x.shape;
  std::vector<int32_t> margins(2 * x.order.size(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t place = static_cast<size_t>(place_of(x.order, static_cast<int64_t>(i) + 2));
    margins[2 * place] = static_cast<int32_t>(axes[i].before);
    margins[2 * place + 1] = static_cast<int32_t>(axes[i].after);
    shape[2 + i] += axes[i].before + axes[i].after;
  }
  if (shape == x.shape) return x;
  const TensorId y = m.like(x.id, dims_in(shape, x.order));
  m.emit(
      nook::Padv2::Attrs{},
      {x.id, m.add_ints(margins, {static_cast<int64_t>(x.order.size()), 2}), m.add_constant(least_of(m, x))},
      {y});
  return m.value(y, shape, x.order, x.type);
}

// All taps of a window, the last axis fastest.
std::vector<std::vector<int64_t>> taps_of(const Axes& axes) {
  std::vector<std::vector<int64_t>> all = {{}};
  for (const Sliding& s : axes) {
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t>& one : all)
      for (int64_t k = 0; k < s.filter; ++k) {
        longer.push_back(one);
        longer.back().push_back(k);
      }
    all = std::move(longer);
  }
  return all;
}

// The index of one tap of every window in the operand, for an image of one channel; arbitrary outside of it.
Value places_of_tap(const Dims& x, const Axes& axes, const std::vector<int64_t>& at, bool columns_first) {
  Dims dims(x.size(), 1), strides(axes.size(), 1);
  int64_t count = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t axis = columns_first ? i : axes.size() - 1 - i;
    strides[axis] = count;
    count *= axes[axis].in;
  }
  for (size_t i = 0; i < axes.size(); ++i) dims[2 + i] = axes[i].out;
  std::vector<double> all(static_cast<size_t>(elements_of(dims).value_or(0)), 0);
  for (size_t k = 0; k < all.size(); ++k) {
    int64_t rest = static_cast<int64_t>(k);
    for (size_t i = axes.size(); i-- > 0;) {
      const Sliding& s = axes[i];
      all[k] += static_cast<double>((rest % s.out * s.stride - s.before + at[i] * s.dilation) * strides[i]);
      rest /= s.out;
    }
  }
  return real_constant(dims, all);
}

// Returns the index of each window's maximum in the whole operand; ties go to the first.
std::string give_places(Mapper& m, const Value& x, const Axes& axes) {
  const int64_t elements = elements_of(x.shape).value_or(INT32_MAX);
  if (elements > kMostElements) return "its indices are used: need at most 2^24 elements";
  const bool columns_first = m.node().integer("storage_order", 0) != 0;
  const Value wide = with_margins(m, x, axes);
  Value most, places;
  for (const std::vector<int64_t>& at : taps_of(axes)) {
    const Value now = tap(m, wide, axes, at);
    const Value here = places_of_tap(x.shape, axes, at, columns_first);
    if (most.id == TensorId::kNone) {
      most = now, places = here;
      continue;
    }
    const Value better = binary(m, nook::Greater::Attrs{}, now, most, kTruth);
    Aligned three;
    if (!align(m, {better, here, places}, &three)) return {};
    const TensorId y = m.fresh(dims_in(three.shape, three.order), kReal);
    m.emit(nook::SelectV2::Attrs{}, three.in, {y});
    places = m.value(y, three.shape, three.order);
    most = binary(m, nook::Maximum::Attrs{}, most, now);
  }
  Dims dims(x.shape.size(), 1);
  dims[0] = x.shape[0], dims[1] = x.shape[1];
  std::vector<double> begins;
  for (int64_t c = 0; c < dims[0] * dims[1]; ++c)
    begins.push_back(static_cast<double>(c * (elements / (dims[0] * dims[1]))));
  m.give(1, converted(m, added(m, places, real_constant(dims, begins)), kWhole));
  return {};
}

// The maximum along one axis at a time, for dilated windows.
Value max_of_taps(Mapper& m, Value x, const Axes& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    Axes one(axes.size());
    for (size_t k = 0; k < axes.size(); ++k) one[k].in = one[k].out = x.shape[2 + k];
    one[i] = axes[i];
    const Value wide = with_margins(m, x, one);
    std::vector<int64_t> at(axes.size(), 0);
    Value most = tap(m, wide, one, at);
    for (at[i] = 1; at[i] < axes[i].filter; ++at[i]) {
      const Value now = tap(m, wide, one, at);
      const TensorId y = m.like(most.id, dims_in(most.shape, most.order));
      m.emit(nook::Maximum::Attrs{}, {most.id, now.id}, {y});
      most.id = y;
    }
    x = most;
  }
  return x;
}

}  // namespace

std::string map_max_pool(Mapper& m) {
  if (m.wanted(1)) m.compute_in_float();
  const Value image = m.in(0);
  Axes axes;
  if (const std::string why = read_axes(m, image.shape, &axes); !why.empty()) return why;
  int64_t taps = 0;
  for (const Sliding& s : axes) taps += std::min(s.filter, kMostTaps + 1);
  if (m.wanted(1) && (places_of_window(axes) > kMostTaps || image.type != kReal))
    return "its indices are used: need float32 and at most " + std::to_string(kMostTaps) + " in a window";
  if (is_dilated(axes)) {
    if (taps > kMostTaps) return kGapsInLarge;
    m.give(0, max_of_taps(m, image, axes));
  } else if (axes.size() == 3) {
    m.give(0, pool_of_volume(m, image, axes,
                             [&](const Value& x, const Window2d& w) { return max_pool(m, x, w); }));
  } else {
    m.give(0, max_pool(m, image, window_2d(axes)));
  }
  return m.wanted(1) ? give_places(m, image, axes) : "";
}

namespace {

// The factor that corrects the mean of a window padded with zeros if ONNX counts fewer elements.
std::vector<double> shares(const Sliding& s, bool include) {
  // The extra margin of ceil_mode does not count; stated pads count if requested.
  const int64_t low = include ? -s.before : 0,
                high = include ? s.in + std::min(s.stated_after, s.after) : s.in;
  std::vector<double> all;
  for (int64_t k = 0; k < s.out; ++k) {
    const int64_t from = k * s.stride - s.before;
    // The number of taps before `end`.
    const auto until = [&](int64_t end) {
      return std::clamp<int64_t>((end - from + s.dilation - 1) / s.dilation, 0, s.filter);
    };
    const int64_t counted = until(high) - until(low);
    all.push_back(static_cast<double>(s.filter) / static_cast<double>(std::max<int64_t>(counted, 1)));
  }
  return all;
}

std::vector<double> shares(const Window2d& window, bool include) {
  const std::vector<double> columns = shares(window.w, include);
  std::vector<double> made;
  for (const double r : shares(window.h, include))
    for (const double c : columns) made.push_back(r * c);
  return made;
}

// A mean as a convolution with equal weights, whose filter may be dilated.
TensorId mean_with_gaps(Mapper& m, TensorId x, const Dims& result, const Window2d& window, int64_t channels) {
  const int64_t taps = window.h.filter * window.w.filter;
  const TensorId y = m.like(x, result);
  nook::ConvolutionAttrs attrs;
  attrs.padding = padding_of(window);
  set_window(window, &attrs);
  attrs.dilation_h = static_cast<int32_t>(window.h.dilation),
  attrs.dilation_w = static_cast<int32_t>(window.w.dilation);
  const std::vector<double> equal(static_cast<size_t>(taps * channels), 1.0 / static_cast<double>(taps));
  const TensorId w =
      m.add_constant(make_constant(kReal, {1, window.h.filter, window.w.filter, channels}, equal));
  m.emit(depthwise_conv_2d(attrs), {x, w, TensorId::kNone}, {y});
  return y;
}

Value average_pool(Mapper& m, const Value& image, const Window2d& window, bool include) {
  const Dims& shape = image.shape;
  const std::vector<double> factors = shares(window, include);
  const bool same = window.mode() == nook::PadMode::kSame && !include;
  const bool gaps = window.h.dilation != 1 || window.w.dilation != 1;
  const bool uneven =
      (gaps || !same) && std::any_of(factors.begin(), factors.end(), [](double f) { return f != 1; });
  const Order order = channels_last(shape.size());
  TensorId x = m.stored(image, order);
  const Dims result = image_shape(shape, shape[1], window);
  TensorId y = TensorId::kNone;
  if (gaps) {
    y = mean_with_gaps(m, x, dims_in(result, order), window, shape[1]);
  } else {
    nook::AveragePool2D::Attrs attrs;
    attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
    if (!same && window.mode() != nook::PadMode::kValid)
      x = padded(m, x, dims_in(shape, order), window, nullptr);
    y = m.like(x, dims_in(result, order));
    attrs.filter_h = static_cast<int32_t>(window.h.filter),
    attrs.filter_w = static_cast<int32_t>(window.w.filter);
    set_window(window, &attrs);
    m.emit(attrs, {x}, {y});
  }
  const Value made = m.value(y, result, order);
  Dims map = result;
  map[0] = map[1] = 1;
  return uneven ? multiplied(m, made, real_constant(map, factors)) : made;
}

// Whether an integer kernel computes the mean of each window.
bool even(const Axes& axes, bool include) {
  if (axes.size() == 3 || is_dilated(axes)) return false;
  const Window2d window = window_2d(axes);
  if (window.mode() == nook::PadMode::kSame && !include) return true;
  const std::vector<double> factors = shares(window, include);
  return std::all_of(factors.begin(), factors.end(), [](double f) { return f == 1; });
}

Value average_of(Mapper& m, const Value& x, const Axes& axes, bool include) {
  if (axes.size() < 3) return average_pool(m, x, window_2d(axes), include);
  return pool_of_volume(m, x, axes,
                        [&](const Value& v, const Window2d& w) { return average_pool(m, v, w, include); });
}

std::string too_large(const Axes& axes) {
  int64_t pixels = 1;
  for (const Sliding& s : axes) pixels = s.out > kMostElements ? INT64_MAX / 2 : pixels * s.out;
  for (const Sliding& s : axes)
    if (s.out > kMostElements || s.filter > kMostElements) pixels = kMostElements + 1;
  return pixels > kMostElements ? "its result has more than 2^24 pixels" : "";
}

// Why the mean of a window is not supported; empty: it is.
std::string no_mean_of(const Axes& axes, const Dims& x) {
  if (std::string why = too_large(axes); !why.empty()) return why;
  const int64_t channels = std::max<int64_t>(x[1], 1);
  return is_dilated(axes) && places_of_window(axes) > kMostWeights / channels ? kGapsInLarge : "";
}

}  // namespace

std::string map_average_pool(Mapper& m) {
  Axes axes;
  if (const std::string why = read_axes(m, m.raw(0).shape, &axes); !why.empty()) return why;
  if (const std::string why = no_mean_of(axes, m.raw(0).shape); !why.empty()) return why;
  const bool include = m.node().integer("count_include_pad", 0) != 0;
  if (!even(axes, include) || much_finer(m, m.raw(0))) m.compute_in_float();
  m.give(0, average_of(m, m.in(0), axes, include));
  return {};
}

namespace {

// The p-th root of non-negative numbers.
Value root(Mapper& m, const Value& sum, int64_t p) {
  if (p == 1) return sum;
  if (p == 2) return unary(m, nook::Sqrt::Attrs{}, sum);
  return binary(m, nook::Pow::Attrs{}, sum, real_constant(1.0 / static_cast<double>(p)));
}

Value powers(Mapper& m, const Value& x, int64_t p) {
  if (p == 2) return unary(m, nook::Square::Attrs{}, x);
  const Value sizes = unary(m, nook::Abs::Attrs{}, x);
  return p == 1 ? sizes : binary(m, nook::Pow::Attrs{}, sizes, real_constant(static_cast<double>(p)));
}

}  // namespace

std::string map_lp_pool(Mapper& m) {
  Axes axes;
  const int64_t p = m.node().integer("p", 2);
  if (p < 1) return "p: need at least 1";
  if (const std::string why = read_axes(m, m.raw(0).shape, &axes); !why.empty()) return why;
  if (const std::string why = no_mean_of(axes, m.raw(0).shape); !why.empty()) return why;
  double taps = 1;
  for (const Sliding& s : axes) taps *= static_cast<double>(s.filter);
  for (Sliding& s : axes) s.stated_after = s.after;  // zeros add nothing, so all of them may count
  const Value means = average_of(m, powers(m, m.in(0), p), axes, true);
  m.give(0, root(m, multiplied(m, means, real_constant(taps)), p));
  return {};
}

namespace {

template <class Op>
std::string global_pool(Mapper& m) {
  typename Op::Attrs attrs;
  attrs.keep_dims = true;
  Value x = m.in(0);
  // A maximum has the scale of its operand; MEAN may have another scale.
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

std::string map_global_lp_pool(Mapper& m) {
  const int64_t p = m.node().integer("p", 2);
  if (p < 1) return "p: need at least 1";
  nook::Sum::Attrs attrs;
  attrs.keep_dims = true;
  const Value x = powers(m, m.in(0), p);
  std::vector<int64_t> axes;
  for (size_t i = 2; i < x.shape.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  if (axes.empty()) return "need an image or a signal";
  m.give(0, root(m, reduce(m, attrs, x, axes, true), p));
  return {};
}

}  // namespace nookc::onnx
