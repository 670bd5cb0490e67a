// GridSample and DeformConv: pixels between pixels, mixed from those around them.
#include <array>

#include "nook/ops/cast/cast_op.h"
#include "nook/ops/floor/floor_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/greater_equal/greater_equal_op.h"
#include "nook/ops/less_equal/less_equal_op.h"
#include "nook/ops/logical_and/logical_and_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/round/round_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/front/onnx/layer_weights.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/window.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostPixels = 1 << 24;  // floats count them exactly
constexpr int64_t kMostDimensions = 3;

Value times(Mapper& m, const Value& a, const Value& b) { return multiplied(m, a, b); }
Value less(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Sub::Attrs{}, a, b); }
Value scaled(Mapper& m, const Value& x, double factor, double term) {
  const Value y = factor == 1 ? x : times(m, x, real_constant(factor));
  return term == 0 ? y : added(m, y, real_constant(term));
}
Value clamped(Mapper& m, const Value& x, double low, double high) {
  const Value raised = binary(m, nook::Maximum::Attrs{}, x, real_constant(low));
  return binary(m, nook::Minimum::Attrs{}, raised, real_constant(high));
}

enum class Outside { kZeros, kBorder, kReflection };
enum class Mixing { kNearest, kLinear, kCubic };

// The pixels of an image, a signal or a volume as rows of a table, and how it is sampled.
struct Image {
  Value table;  // [batch * pixels][channels]
  Dims sizes;   // one for each dimension of pixels
  int64_t batch = 0, pixels = 0, channels = 0;
  bool corners = false;
  Mixing mixing = Mixing::kLinear;
  Outside outside = Outside::kZeros;
};

std::string read_image(Mapper& m, const Value& x, Image* to) {
  const size_t rank = x.shape.size();
  if (rank < 3 || rank > 2 + kMostDimensions) return "need signals, images or volumes";
  to->sizes = {x.shape.begin() + 2, x.shape.end()};
  to->batch = x.shape[0], to->channels = x.shape[1], to->pixels = elements_of(to->sizes).value_or(0);
  const int64_t rows = to->batch * to->pixels;
  if (rows >= kMostPixels) return "need less than 2^24 pixels";
  std::vector<int> perm = {0};
  for (size_t i = 2; i < rank; ++i) perm.push_back(static_cast<int>(i));
  perm.push_back(1);
  to->table = m.reshaped(m.permuted(in_memory(m, x), perm), {rows, to->channels});
  return {};
}

// Reflects at the borders as often as needed: a wave of triangles.
Value reflected(Mapper& m, const Value& x, double low, double high) {
  const double range = high - low;
  if (range <= 0) return scaled(m, x, 0, low);
  const Value from_low = scaled(m, x, 1, -low);
  const Value periods = unary(m, nook::Floor::Attrs{}, scaled(m, from_low, 1 / (2 * range), 0));
  const Value within = less(m, from_low, scaled(m, periods, 2 * range, 0));
  const Value back = scaled(m, within, -1, 2 * range);
  return scaled(m, binary(m, nook::Minimum::Attrs{}, within, back), 1, low);
}

// One dimension of the samples: the indices of up to four pixels, and the weight of each.
struct Taps {
  std::vector<Value> at, weight;  // floats [batch][samples]
};

// 1 for indices of pixels, 0 outside.
Value inside(Mapper& m, const Value& at, int64_t size) {
  const Value above = binary(m, nook::GreaterEqual::Attrs{}, at, real_constant(0), kTruth);
  const Value below =
      binary(m, nook::LessEqual::Attrs{}, at, real_constant(static_cast<double>(size - 1)), kTruth);
  return converted(m, binary(m, nook::LogicalAnd::Attrs{}, above, below, kTruth), kReal);
}

// The index of a pixel beyond the border stands for one inside, or its weight is 0.
Value to_pixel(Mapper& m, const Image& image, size_t d, const Value& at) {
  const double last = static_cast<double>(image.sizes[d] - 1);
  if (image.outside != Outside::kReflection) return at;
  return image.corners ? reflected(m, at, 0, last) : reflected(m, at, -0.5, last + 0.5);
}

// a polynomial c[0] * x^3 + c[1] * x^2 + c[2] * x + c[3]
Value cubic(Mapper& m, const Value& x, const std::array<double, 4>& c) {
  Value y = scaled(m, x, c[0], c[1]);
  for (const size_t i : {2, 3}) y = scaled(m, times(m, y, x), 1, c[i]);
  return y;
}

// The weights of the pixels at -1, 0, 1 and 2, for a sample at `part` (ONNX: the coefficient is -0.75).
std::vector<Value> cubic_weights(Mapper& m, const Value& part) {
  constexpr double kA = -0.75;
  constexpr std::array<double, 4> kNear = {kA + 2, -(kA + 3), 0, 1}, kFar = {kA, -5 * kA, 8 * kA, -4 * kA};
  return {cubic(m, scaled(m, part, 1, 1), kFar), cubic(m, part, kNear),
          cubic(m, scaled(m, part, -1, 1), kNear), cubic(m, scaled(m, part, -1, 2), kFar)};
}

Taps taps_of(Mapper& m, const Image& image, size_t d, Value x) {
  const double last = static_cast<double>(image.sizes[d] - 1);
  const bool is_cubic = image.mixing == Mixing::kCubic;
  if (image.mixing == Mixing::kNearest) x = unary(m, nook::Round::Attrs{}, x);
  if (!is_cubic) x = to_pixel(m, image, d, x);
  if (!is_cubic && image.outside != Outside::kZeros) x = clamped(m, x, 0, last);
  Taps taps;
  if (image.mixing == Mixing::kNearest) {
    taps.at = {x};
    if (image.outside == Outside::kZeros) taps.weight = {inside(m, x, image.sizes[d])};
  } else {
    const Value low = unary(m, nook::Floor::Attrs{}, x), part = less(m, x, low);
    taps.at = {low, scaled(m, low, 1, 1)}, taps.weight = {scaled(m, part, -1, 1), part};
    if (is_cubic) {
      taps.weight = cubic_weights(m, part);
      taps.at = {scaled(m, low, 1, -1), low, taps.at[1], scaled(m, low, 1, 2)};
      for (Value& at : taps.at) at = to_pixel(m, image, d, at);
    }
    for (size_t k = 0; k < taps.at.size() && image.outside == Outside::kZeros; ++k)
      taps.weight[k] = times(m, taps.weight[k], inside(m, taps.at[k], image.sizes[d]));
  }
  for (Value& at : taps.at) at = clamped(m, at, 0, last);
  return taps;
}

// The pixels at [batch][samples]: [batch][samples][channels].
Value rows_at(Mapper& m, const Image& image, Value at) {
  if (image.batch > 1) {
    std::vector<double> first;
    for (int64_t n = 0; n < image.batch; ++n) first.push_back(static_cast<double>(n * image.pixels));
    at = added(m, at, real_constant({image.batch, 1}, first));
  }
  const Value index = converted(m, at, nook::DType::kS32);
  const TensorId table = m.plain(image.table), ids = m.plain(index);
  const Dims shape = {image.batch, at.shape[1], image.channels};
  const TensorId y = m.like(table, shape);
  m.emit(nook::Gather::Attrs{}, {table, ids}, {y});
  return m.value(y, shape);
}

// Samples at coordinates in pixels, one value [batch][samples] per dimension: [batch][samples][channels].
Value sampled(Mapper& m, const Image& image, const std::vector<Value>& coordinates) {
  std::vector<Taps> taps;
  for (size_t d = 0; d < image.sizes.size(); ++d) taps.push_back(taps_of(m, image, d, coordinates[d]));
  std::optional<Value> sum;
  size_t corners = 1;
  for (const Taps& one : taps) corners *= one.at.size();
  for (size_t corner = 0; corner < corners; ++corner) {
    std::optional<Value> at, weight;
    for (size_t d = 0, left = corner; d < taps.size(); left /= taps[d++].at.size()) {
      const size_t k = left % taps[d].at.size();
      at = at ? added(m, scaled(m, *at, static_cast<double>(image.sizes[d]), 0), taps[d].at[k])
              : taps[d].at[k];
      if (taps[d].weight.empty()) continue;
      weight = weight ? times(m, *weight, taps[d].weight[k]) : taps[d].weight[k];
    }
    Value part = rows_at(m, image, *at);
    if (weight) part = times(m, part, m.reshaped(*weight, {image.batch, weight->shape[1], 1}));
    sum = sum ? added(m, *sum, part) : part;
  }
  return *sum;
}

// From [-1, 1]. Where halves are rounded, each step rounds as in ONNX Runtime.
Value in_pixels(Mapper& m, const Image& image, size_t d, const Value& x) {
  const double size = static_cast<double>(image.sizes[d]), factor = image.corners ? size - 1 : size;
  if (image.mixing != Mixing::kNearest) return scaled(m, x, factor / 2, (size - 1) / 2);
  const Value above = scaled(m, x, 1, 1);
  if (image.corners) return scaled(m, scaled(m, above, 0.5, 0), factor, 0);
  return scaled(m, scaled(m, above, size, -1), 0.5, 0);
}

std::string read_mode(const OnnxNode& node, Image* to) {
  const std::string mode = node.text("mode", "linear"), outside = node.text("padding_mode", "zeros");
  const bool is_cubic = mode == "cubic" || mode == "bicubic";
  if (!is_cubic && mode != "linear" && mode != "bilinear" && mode != "nearest")
    return "mode: need linear, cubic or nearest, have " + mode;
  if (outside != "zeros" && outside != "border" && outside != "reflection")
    return "padding_mode: need zeros, border or reflection";
  to->mixing = is_cubic ? Mixing::kCubic : mode == "nearest" ? Mixing::kNearest : Mixing::kLinear;
  to->corners = node.integer("align_corners", 0) != 0;
  to->outside = outside == "zeros"    ? Outside::kZeros
                : outside == "border" ? Outside::kBorder
                                      : Outside::kReflection;
  return {};
}

}  // namespace

std::string map_grid_sample(Mapper& m) {
  const Value x = m.in(0), grid = in_memory(m, m.in(1));
  Image image;
  if (const std::string why = read_mode(m.node(), &image); !why.empty()) return why;
  if (const std::string why = read_image(m, x, &image); !why.empty()) return why;
  const size_t rank = x.shape.size(), count = image.sizes.size();
  if (grid.shape.size() != rank || grid.shape[0] != x.shape[0] ||
      grid.shape.back() != static_cast<int64_t>(count))
    return "its grid does not fit the image";
  const int64_t samples = elements_of(grid.shape).value_or(0) / grid.shape[0] / grid.shape.back();
  const Value all = m.reshaped(grid, {image.batch, samples, static_cast<int64_t>(count)});
  std::vector<Value> coordinates;
  for (size_t d = 0; d < count; ++d) {
    const Value one = slice(m, all, 2, static_cast<int64_t>(count - 1 - d), 1);
    coordinates.push_back(in_pixels(m, image, d, m.reshaped(one, {image.batch, samples})));
  }
  Dims shape = {image.batch};
  shape.insert(shape.end(), grid.shape.begin() + 1, grid.shape.end() - 1);
  shape.push_back(image.channels);
  std::vector<int> perm = {0, static_cast<int>(rank) - 1};
  for (size_t i = 1; i + 1 < rank; ++i) perm.push_back(static_cast<int>(i));
  m.give(0, m.permuted(m.reshaped(sampled(m, image, coordinates), shape), perm));
  return {};
}

namespace {

struct Deformed {
  std::vector<Sliding> axes;                             // height, width
  int64_t groups = 1, parts = 1, taps = 0, samples = 0;  // groups of the convolution, and of offsets
  Value offset;                                          // [batch][parts][taps][2][samples]
  std::optional<Value> mask;                             // [batch][parts][taps][samples]
};

std::string read_deformed(Mapper& m, const Dims& x, const Dims& w, Deformed* to) {
  Deformed& f = *to;
  if (const std::string why = read_window(m.node(), x, {w.begin() + 2, w.end()}, &f.axes); !why.empty())
    return why;
  f.groups = m.node().integer("group", 1), f.parts = m.node().integer("offset_group", 1);
  if (f.groups < 1 || f.parts < 1 || x[1] % f.groups != 0 || x[1] % f.parts != 0 || w[0] % f.groups != 0 ||
      w[1] * f.groups != x[1])
    return "group or offset_group: its channels can't be divided like that";
  f.taps = w[2] * w[3], f.samples = f.axes[0].out * f.axes[1].out;
  const Dims places = {x[0], f.parts * f.taps * 2, f.axes[0].out, f.axes[1].out};
  if (m.raw(2).shape != places) return "its offsets do not fit the image and the filter";
  f.offset = m.reshaped(in_memory(m, m.in(2)), {x[0], f.parts, f.taps, 2, f.samples});
  if (!m.given(4)) return {};
  if (m.raw(4).shape != Dims{x[0], f.parts * f.taps, f.axes[0].out, f.axes[1].out})
    return "its mask does not fit the image and the filter";
  f.mask = m.reshaped(in_memory(m, m.in(4)), {x[0], f.parts, f.taps, f.samples});
  return {};
}

// The coordinate of each tap for each result, before its offset: [1][taps * samples].
Value places_of(const Deformed& f, size_t d) {
  std::vector<double> all;
  for (int64_t ky = 0; ky < f.axes[0].filter; ++ky)
    for (int64_t kx = 0; kx < f.axes[1].filter; ++kx)
      for (int64_t oy = 0; oy < f.axes[0].out; ++oy)
        for (int64_t ox = 0; ox < f.axes[1].out; ++ox) {
          const Sliding& s = f.axes[d];
          all.push_back(static_cast<double>((d == 0 ? oy : ox) * s.stride - s.before +
                                            (d == 0 ? ky : kx) * s.dilation));
        }
  const int64_t count = static_cast<int64_t>(all.size());
  return real_constant({1, count}, all);
}

// The sampled inputs of one group of offsets: [batch][samples][taps][channels].
Value columns_of(Mapper& m, const Deformed& f, Image image, const Value& x, int64_t part) {
  const int64_t batch = x.shape[0], each = x.shape[1] / f.parts, count = f.taps * f.samples;
  read_image(m, f.parts > 1 ? slice(m, x, 1, part * each, each) : x, &image);
  std::vector<Value> coordinates;
  for (int64_t d = 0; d < 2; ++d) {
    const Value own = slice(m, slice(m, f.offset, 1, part, 1), 3, d, 1);
    coordinates.push_back(added(m, m.reshaped(own, {batch, count}), places_of(f, static_cast<size_t>(d))));
  }
  Value columns = sampled(m, image, coordinates);
  if (f.mask) columns = times(m, columns, m.reshaped(slice(m, *f.mask, 1, part, 1), {batch, count, 1}));
  return m.permuted(m.reshaped(columns, {batch, f.taps, f.samples, each}), {0, 2, 1, 3});
}

}  // namespace

std::string map_deform_conv(Mapper& m) {
  const Value x = m.in(0);
  const Dims w = m.raw(1).shape;
  if (x.shape.size() != 4 || w.size() != 4) return "need images";
  Weights all;
  if (const std::string why = read_weights(m, 1, 3, 0, &all); !why.empty()) return why;
  Deformed f;
  if (const std::string why = read_deformed(m, x.shape, w, &f); !why.empty()) return why;
  Image image;
  if (const std::string why = read_image(m, x, &image); !why.empty()) return why;
  const int64_t batch = x.shape[0], units = w[0] / f.groups;
  std::vector<Value> parts, results;
  for (int64_t part = 0; part < f.parts; ++part) parts.push_back(columns_of(m, f, image, x, part));
  const Value columns = parts.size() == 1 ? parts[0] : concat(m, parts, 3);
  // Filters [units][taps][channels], as the columns are.
  const Constant filters = transposed(as_float(all.weights), {0, 2, 3, 1});
  for (int64_t g = 0; g < f.groups; ++g) {
    const Value own = f.groups > 1 ? slice(m, columns, 3, g * w[1], w[1]) : columns;
    Constant some = filters;
    some.dims = {units, f.taps * w[1]};
    const auto from = [&](const Constant& c, int64_t size) {
      const auto begin = c.data.begin() + g * units * size * 4;
      return Bytes(begin, begin + units * size * 4);
    };
    some.data = from(filters, f.taps * w[1]);
    Constant bias;
    if (all.bias) bias.type = kReal, bias.dims = {units}, bias.data = from(*all.bias, 1);
    const Value flat = m.reshaped(own, {batch * f.samples, f.taps * w[1]});
    results.push_back(m.reshaped(dense(m, flat, some, all.bias ? shared(std::move(bias)) : nullptr),
                                 {batch, f.axes[0].out, f.axes[1].out, units}));
  }
  const Value y = results.size() == 1 ? results[0] : concat(m, results, 3);
  m.give(0, m.permuted(y, {0, 3, 1, 2}));
  return {};
}

}  // namespace nookc::onnx
