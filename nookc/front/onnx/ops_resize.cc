// Resize and Upsample, with TensorFlow Lite's operators if they pick or mix the same pixels.
#include <span>

#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 28;
constexpr int64_t kMostShares = 1 << 22;  // weights of elements in results, along one dimension

struct Resizing {
  std::string mode, where, nearest, policy;  // "nearest", "half_pixel", "floor", "stretch"
  double cubic = -0.75;
  bool exclude_outside = false, antialias = false;
  double outside = 0;  // value beyond the cropped part of the operand
  Dims out;
  std::vector<double> scale;     // per dimension: result elements per operand element
  std::vector<double> from, to;  // per dimension: the cropped part, if any

  bool cropped() const { return where == "tf_crop_and_resize"; }
};

// Computes the sizes of all dimensions from the scales or sizes of the named ones.
std::string read_sizes(const Dims& in, const std::vector<double>& scales, const std::vector<int64_t>& sizes,
                       const std::vector<int64_t>& axes, Resizing* to) {
  to->out = in, to->scale.assign(in.size(), 1.0);
  std::vector<int64_t> named = axes;
  for (size_t i = 0; axes.empty() && i < in.size(); ++i) named.push_back(static_cast<int64_t>(i));
  const size_t have = scales.empty() ? sizes.size() : scales.size();
  if (have != named.size()) return "scales or sizes: need one for each dimension";
  for (int64_t& axis : named)
    if (!fix_axis(static_cast<int64_t>(in.size()), &axis)) return "axes: the operand has no such dimension";
  double common = to->policy == "not_larger" ? INFINITY : 0;  // common scale of all of them
  for (size_t i = 0; i < named.size() && scales.empty() && to->policy != "stretch"; ++i) {
    const double one = static_cast<double>(sizes[i]) / static_cast<double>(in[static_cast<size_t>(named[i])]);
    common = to->policy == "not_larger" ? std::min(common, one) : std::max(common, one);
  }
  for (size_t i = 0; i < named.size(); ++i) {
    const size_t at = static_cast<size_t>(named[i]);
    const double size = static_cast<double>(in[at]);
    const bool keeps = scales.empty() && to->policy != "stretch";
    const double stated = scales.empty() ? static_cast<double>(sizes[i]) : std::floor(size * scales[i]);
    const double wanted = keeps ? std::floor(size * common + 0.5) : stated;
    if (!(wanted >= 1 && wanted <= INT32_MAX)) return "a size is not from 1 to 2^31 - 1";
    to->out[at] = static_cast<int64_t>(wanted);
    to->scale[at] = keeps ? common : scales.empty() ? wanted / size : scales[i];
  }
  return {};
}

// Maps the index of a result along an axis to a position in the operand.
double source_of(const Resizing& r, size_t axis, double in, double x) {
  const double out = static_cast<double>(r.out[axis]), scale = r.scale[axis];
  if (r.cropped()) {
    const double from = r.from[axis], size = r.to[axis] - from;
    return out > 1 ? (from + x * size / (out - 1)) * (in - 1) : 0.5 * (from + r.to[axis]) * (in - 1);
  }
  if (r.where == "align_corners") return out == 1 ? 0 : x * (in - 1) / (out - 1);
  if (r.where == "asymmetric") return x / scale;
  if (r.where == "pytorch_half_pixel" && out <= 1) return 0;
  if (r.where == "tf_half_pixel_for_nn") return (x + 0.5) / scale;
  const double plain = (x + 0.5) / scale - 0.5;
  // The centre of the result is the centre of the operand, even if its size was rounded down.
  return r.where == "half_pixel_symmetric" ? plain + in / 2 * (1 - out / (in * scale)) : plain;
}

// The nearest element to a position.
int64_t nearest_at(const Resizing& r, double at, int64_t in) {
  double picked = std::floor(at);
  if (r.nearest == "ceil") picked = std::ceil(at);
  if (r.nearest == "round_prefer_floor") picked = std::ceil(at - 0.5);
  if (r.nearest == "round_prefer_ceil") picked = std::floor(at + 0.5);
  return static_cast<int64_t>(std::clamp(picked, 0.0, static_cast<double>(in - 1)));
}

std::vector<int64_t> nearest_of(const Resizing& r, size_t axis, int64_t in) {
  std::vector<int64_t> all;
  for (int64_t x = 0; x < r.out[axis]; ++x)
    all.push_back(nearest_at(r, source_of(r, axis, static_cast<double>(in), static_cast<double>(x)), in));
  return all;
}

// The elements that RESIZE_NEAREST_NEIGHBOR picks.
std::vector<int64_t> picked_by_kernel(const nook::ResizeNearestNeighbor::Attrs& attrs, int64_t in,
                                      int64_t out) {
  const bool corners = attrs.align_corners && out > 1;
  const float scale = corners ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                              : static_cast<float>(in) / static_cast<float>(out);
  std::vector<int64_t> all;
  for (int64_t x = 0; x < out; ++x) {
    const float at = (static_cast<float>(x) + (attrs.half_pixel_centers ? 0.5f : 0.0f)) * scale;
    all.push_back(std::min<int64_t>(
        static_cast<int64_t>(attrs.align_corners ? std::round(at) : std::floor(at)), in - 1));
  }
  return all;
}

TensorId resized(Mapper& m, const Value& x, const Resizing& r, const Attrs& attrs) {
  const Order order = channels_last(x.shape.size());
  const TensorId from = m.stored(x, order);
  const Dims dims = dims_in(r.out, order);
  const TensorId y = m.like(from, dims);
  m.emit(attrs, {from, m.add_ints(narrow({dims[1], dims[2]}))}, {y});
  return y;
}

std::string nearest(Mapper& m, const Value& operand, const Resizing& r) {
  const Value x = in_memory(m, operand);
  const size_t rank = x.shape.size();
  const bool image = (rank == 3 || rank == 4) && r.out[0] == x.shape[0] && r.out[1] == x.shape[1];
  for (const bool half : {true, false}) {
    nook::ResizeNearestNeighbor::Attrs attrs;
    attrs.half_pixel_centers = half;
    bool same = image;
    for (size_t i = 2; i < rank && same; ++i)
      same = picked_by_kernel(attrs, x.shape[i], r.out[i]) == nearest_of(r, i, x.shape[i]);
    if (!same) continue;
    m.give(0, m.value(resized(m, x, r, attrs), r.out, channels_last(rank), x.type));
    return {};
  }
  Value y = x;
  for (size_t i = 0; i < rank; ++i)
    if (r.out[i] != x.shape[i]) y = gather(m, y, static_cast<int64_t>(i), nearest_of(r, i, x.shape[i]));
  m.give(0, y);
  return {};
}

// Whether RESIZE_BILINEAR mixes the same pixels.
bool is_bilinear(const Dims& shape, const Resizing& r) {
  const size_t rank = shape.size();
  const bool known = r.where == "align_corners" || r.where == "half_pixel" ||
                     r.where == "pytorch_half_pixel" || r.where == "asymmetric";
  if (!known || (rank != 3 && rank != 4) || r.out[0] != shape[0] || r.out[1] != shape[1]) return false;
  for (size_t i = 2; i < rank; ++i) {
    const double exact = static_cast<double>(shape[i]) * r.scale[i];
    if (r.where != "align_corners" && std::fabs(exact - static_cast<double>(r.out[i])) > 1e-3) return false;
    if (r.out[i] == 1 && shape[i] > 1 && r.where != "half_pixel" && r.where != "asymmetric") return false;
  }
  return true;
}

void bilinear(Mapper& m, const Value& operand, const Resizing& r) {
  const Value x = in_memory(m, operand);
  nook::ResizeBilinear::Attrs attrs;
  attrs.align_corners = r.where == "align_corners";
  attrs.half_pixel_centers = r.where == "half_pixel" || r.where == "pytorch_half_pixel";
  m.give(0, m.value(resized(m, x, r, attrs), r.out, channels_last(x.shape.size()), x.type));
}

// The weight of an element at a distance from a position: linear (a triangle of width two), or Keys' cubic
// convolution.
double share_at(const Resizing& r, double distance) {
  const double a = r.cubic, d = std::fabs(distance);
  if (r.mode == "nearest") return 0;
  if (r.mode != "cubic") return std::max(0.0, 1 - d);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

// Adds the operand's elements around a position along an axis to a row of weights, one for each element.
void mix(const Resizing& r, size_t axis, double at, std::span<double> row) {
  const int64_t in = static_cast<int64_t>(row.size());
  const double last = static_cast<double>(in - 1);
  if (r.cropped() && (at < 0 || at > last)) return;
  if (r.mode == "nearest") {
    row[static_cast<size_t>(nearest_at(r, at, in))] = 1;
    return;
  }
  // When shrinking with antialiasing, all elements that one result covers count.
  const double step = r.antialias ? std::min(r.scale[axis], 1.0) : 1;
  const double reach = (r.mode == "cubic" ? 2 : 1) / step;
  double sum = 0;
  for (double k = std::ceil(at - reach); k <= std::floor(at + reach); ++k) {
    if (r.exclude_outside && (k < 0 || k > last)) continue;
    const double share = share_at(r, (k - at) * step);
    row[static_cast<size_t>(std::clamp(k, 0.0, last))] += share;
    sum += share;
  }
  if ((r.exclude_outside || r.antialias) && sum != 0)
    for (double& share : row) share /= sum;
}

// The weight of each element along an axis in each result: [results][elements].
Constant mixture(const Resizing& r, size_t axis, int64_t in) {
  const int64_t out = r.out[axis];
  std::vector<double> all(static_cast<size_t>(out * in), 0.0);
  for (int64_t x = 0; x < out; ++x)
    mix(r, axis, source_of(r, axis, static_cast<double>(in), static_cast<double>(x)),
        std::span(all).subspan(static_cast<size_t>(x * in), static_cast<size_t>(in)));
  return make_constant(kReal, {out, in}, all);
}

// The value to add where a result lies beyond the operand, because the matrix products give 0 there.
Value filling(const Resizing& r, const Dims& in) {
  const size_t count = static_cast<size_t>(elements_of(r.out).value_or(0));
  std::vector<double> all(count, 0.0);
  for (size_t i = 0; i < count; ++i) {
    int64_t rest = static_cast<int64_t>(i);
    for (size_t axis = in.size(); axis-- > 0;) {
      const double size = static_cast<double>(in[axis]);
      const double at = source_of(r, axis, size, static_cast<double>(rest % r.out[axis]));
      if (at < 0 || at > size - 1) all[i] = r.outside;
      rest /= r.out[axis];
    }
  }
  return real_constant(r.out, all);
}

// A matrix product along each dimension that changes, for any interpolation.
std::string mixed(Mapper& m, const Resizing& r) {
  m.compute_in_float();
  Value y = m.in(0);
  const Dims shape = y.shape;
  // ONNX Runtime returns the operand unchanged in this case, contrary to the standard.
  if (r.out == shape && !r.cropped()) return "its scales are not 1, but do not change the size";
  for (size_t axis = 0; axis < y.shape.size(); ++axis) {
    const int64_t in = y.shape[axis];
    const bool whole = !r.cropped() || (r.from[axis] == 0 && r.to[axis] == 1);
    if (r.out[axis] == in && r.scale[axis] == 1 && whole) continue;
    if (r.out[axis] * in > kMostShares) return "its result has too many pixels to interpolate";
    std::vector<int> last, back;
    for (size_t i = 0; i < y.shape.size(); ++i)
      if (i != axis) last.push_back(static_cast<int>(i));
    last.push_back(static_cast<int>(axis));
    for (size_t i = 0; i < last.size(); ++i)
      back.push_back(
          static_cast<int>(std::find(last.begin(), last.end(), static_cast<int>(i)) - last.begin()));
    y = m.permuted(dense(m, m.permuted(in_memory(m, y), last), mixture(r, axis, in), nullptr), back);
  }
  if (r.cropped() && r.outside != 0) y = added(m, y, filling(r, shape));
  m.give(0, y);
  return {};
}

std::string resize(Mapper& m, const std::vector<double>& scales, const std::vector<int64_t>& sizes,
                   Resizing r) {
  if (r.mode != "nearest" && much_finer(m, m.raw(0))) m.compute_in_float();
  const Value x = m.in(0);
  if (const std::string why = read_sizes(x.shape, scales, sizes, m.node().integers("axes"), &r); !why.empty())
    return why;
  if (elements_of(r.out).value_or(INT32_MAX) > kMostElements) return "its result has more than 2^28 elements";
  if (r.mode == "nearest" && !r.cropped()) return nearest(m, x, r);
  if (r.mode == "bilinear") r.mode = "linear";
  if (r.mode != "linear" && r.mode != "cubic" && r.mode != "nearest")
    return "mode: need nearest, linear or cubic, have " + r.mode;
  if (r.cropped() && elements_of(r.out).value_or(INT32_MAX) > kMostShares)
    return "its result has too many pixels to interpolate";
  if (r.mode != "linear" || r.antialias || r.cropped() || !is_bilinear(x.shape, r)) return mixed(m, r);
  bilinear(m, x, r);
  return {};
}

}  // namespace

namespace {

// Reads the begins, then the ends, of the cropped part of the operand: 1 is the last element.
std::string read_part(Mapper& m, Resizing* to) {
  const size_t rank = m.raw(0).shape.size();
  std::vector<int64_t> axes = m.node().integers("axes");
  for (size_t i = 0; m.node().integers("axes").empty() && i < rank; ++i)
    axes.push_back(static_cast<int64_t>(i));
  const std::vector<double> said = m.constant(1) ? numbers_of(*m.constant(1)) : std::vector<double>();
  to->from.assign(rank, 0), to->to.assign(rank, 1);
  if (said.size() != 2 * axes.size()) return "roi: need two for each dimension, known before the model runs";
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!fix_axis(static_cast<int64_t>(rank), &axes[i])) return "axes: the operand has no such dimension";
    if (!std::isfinite(said[i]) || !std::isfinite(said[i + axes.size()])) return "roi: one is not finite";
    to->from[static_cast<size_t>(axes[i])] = said[i],
    to->to[static_cast<size_t>(axes[i])] = said[i + axes.size()];
  }
  return {};
}

}  // namespace

std::string map_resize(Mapper& m) {
  const OnnxNode& node = m.node();
  const size_t at = m.opset() < 11 ? 1 : 2;
  for (size_t i = at; i < node.in.size(); ++i)
    if (m.given(i) && !m.constant(i)) return "its size is computed when the model runs";
  Resizing r;
  r.policy = node.text("keep_aspect_ratio_policy", "stretch");
  r.cubic = static_cast<double>(node.real("cubic_coeff_a", -0.75f));
  r.exclude_outside = node.integer("exclude_outside", 0) != 0;
  r.mode = node.text("mode", "nearest");
  r.where = node.text("coordinate_transformation_mode", m.opset() < 11 ? "asymmetric" : "half_pixel");
  r.nearest = node.text("nearest_mode", m.opset() < 11 ? "floor" : "round_prefer_floor");
  r.antialias = node.integer("antialias", 0) != 0 && r.mode != "nearest";
  r.outside = static_cast<double>(node.real("extrapolation_value", 0));
  if (r.cropped())
    if (const std::string why = read_part(m, &r); !why.empty()) return why;
  const std::vector<double> scales = m.constant(at) ? numbers_of(*m.constant(at)) : std::vector<double>();
  const std::vector<int64_t> sizes =
      m.opset() >= 11 && m.constant(3) ? integers_of(*m.constant(3)) : std::vector<int64_t>();
  return resize(m, scales, sizes, r);
}

std::string map_upsample(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return "its size is computed when the model runs";
  std::vector<double> scales;
  if (m.constant(1)) scales = numbers_of(*m.constant(1));
  const auto found = m.node().attributes.find("scales");
  if (found != m.node().attributes.end())
    scales.assign(found->second.reals.begin(), found->second.reals.end());
  Resizing r;
  r.mode = m.node().text("mode", "nearest"), r.where = "asymmetric", r.nearest = "floor",
  r.policy = "stretch";
  return resize(m, scales, {}, r);
}

}  // namespace nookc::onnx
