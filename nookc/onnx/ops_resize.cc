// Resize and Upsample: by TensorFlow Lite's operators where they pick or mix the same pixels.
#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nookc/onnx/ops.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 28;

struct Resizing {
  std::string mode, where, nearest;  // "nearest", "half_pixel", "floor"
  Dims out;
  std::vector<double> scale;  // per dimension: results for each element
};

// Sizes of all dimensions, from scales or sizes of those that are named.
std::string read_sizes(const Dims& in, const std::vector<double>& scales, const std::vector<int64_t>& sizes,
                       const std::vector<int64_t>& axes, Resizing* to) {
  to->out = in, to->scale.assign(in.size(), 1.0);
  std::vector<int64_t> named = axes;
  for (size_t i = 0; axes.empty() && i < in.size(); ++i) named.push_back(static_cast<int64_t>(i));
  const size_t have = scales.empty() ? sizes.size() : scales.size();
  if (have != named.size()) return "scales or sizes: need one for each dimension";
  for (size_t i = 0; i < named.size(); ++i) {
    if (!fix_axis(static_cast<int64_t>(in.size()), &named[i])) return "axes: it does not have that dimension";
    const size_t at = static_cast<size_t>(named[i]);
    const double size = static_cast<double>(in[at]);
    const double wanted = scales.empty() ? static_cast<double>(sizes[i]) : std::floor(size * scales[i]);
    if (!(wanted >= 1 && wanted <= INT32_MAX)) return "a size is not within 1 and 2^31 - 1";
    to->out[at] = static_cast<int64_t>(wanted);
    to->scale[at] = scales.empty() ? wanted / size : scales[i];
  }
  return {};
}

// Where in the operand the place of a result is.
double place(const Resizing& r, double in, double out, double scale, double x) {
  if (r.where == "align_corners") return out == 1 ? 0 : x * (in - 1) / (out - 1);
  if (r.where == "asymmetric") return x / scale;
  if (r.where == "pytorch_half_pixel" && out <= 1) return 0;
  return (x + 0.5) / scale - 0.5;
}

std::vector<int64_t> nearest_of(const Resizing& r, size_t axis, int64_t in) {
  std::vector<int64_t> all;
  for (int64_t x = 0; x < r.out[axis]; ++x) {
    const double at = place(r, static_cast<double>(in), static_cast<double>(r.out[axis]), r.scale[axis],
                            static_cast<double>(x));
    double picked = std::floor(at);
    if (r.nearest == "ceil") picked = std::ceil(at);
    if (r.nearest == "round_prefer_floor") picked = std::ceil(at - 0.5);
    if (r.nearest == "round_prefer_ceil") picked = std::floor(at + 0.5);
    all.push_back(std::clamp<int64_t>(static_cast<int64_t>(picked), 0, in - 1));
  }
  return all;
}

// What RESIZE_NEAREST_NEIGHBOR picks.
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

std::string linear(Mapper& m, const Value& operand, const Resizing& r) {
  const Value x = in_memory(m, operand);
  const size_t rank = x.shape.size();
  if ((rank != 3 && rank != 4) || r.out[0] != x.shape[0] || r.out[1] != x.shape[1])
    return "linear: of images and signals only";
  nook::ResizeBilinear::Attrs attrs;
  attrs.align_corners = r.where == "align_corners";
  attrs.half_pixel_centers = r.where == "half_pixel" || r.where == "pytorch_half_pixel";
  for (size_t i = 2; i < rank; ++i) {
    const double exact = static_cast<double>(x.shape[i]) * r.scale[i];
    if (!attrs.align_corners && std::fabs(exact - static_cast<double>(r.out[i])) > 1e-3)
      return "linear: its scale does not give a whole number of rows or columns";
    if (r.out[i] == 1 && x.shape[i] > 1 && r.where != "half_pixel" && r.where != "asymmetric")
      return "linear: to one row or column";
  }
  m.give(0, m.value(resized(m, x, r, attrs), r.out, channels_last(rank), x.type));
  return {};
}

std::string resize(Mapper& m, const std::vector<double>& scales, const std::vector<int64_t>& sizes,
                   Resizing r) {
  if (r.mode != "nearest" && much_finer(m, m.raw(0))) m.compute_in_float();
  const Value x = m.in(0);
  if (const std::string why = read_sizes(x.shape, scales, sizes, m.node().integers("axes"), &r); !why.empty())
    return why;
  if (elements_of(r.out).value_or(INT32_MAX) > kMostElements) return "its result has more than 2^28 elements";
  if (r.mode == "nearest") return nearest(m, x, r);
  if (r.mode == "linear" || r.mode == "bilinear") return linear(m, x, r);
  return "mode: need nearest or linear, have " + r.mode;
}

}  // namespace

std::string map_resize(Mapper& m) {
  const OnnxNode& node = m.node();
  const size_t at = m.opset() < 11 ? 1 : 2;
  for (size_t i = at; i < node.in.size(); ++i)
    if (m.given(i) && !m.constant(i)) return "its size is computed when the model runs";
  if (node.integer("antialias", 0)) return "antialias: need 0";
  if (node.text("keep_aspect_ratio_policy", "stretch") != "stretch")
    return "keep_aspect_ratio_policy: need stretch";
  Resizing r;
  r.mode = node.text("mode", "nearest");
  r.where = node.text("coordinate_transformation_mode", m.opset() < 11 ? "asymmetric" : "half_pixel");
  r.nearest = node.text("nearest_mode", m.opset() < 11 ? "floor" : "round_prefer_floor");
  if (r.where == "tf_crop_and_resize" || r.where == "half_pixel_symmetric")
    return "coordinate_transformation_mode: nook has no " + r.where;
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
  r.mode = m.node().text("mode", "nearest"), r.where = "asymmetric", r.nearest = "floor";
  return resize(m, scales, {}, r);
}

}  // namespace nookc::onnx
