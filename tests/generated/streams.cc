// Layers of streaming networks as they are exported: rows that a variable remembers from one inference to the
// next, and filters of mixed sizes.
#include <algorithm>
#include <cmath>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

// Rows of a window along one axis.
struct Cut {
  size_t axis;
  int32_t first, count;
};

Ints resized_along(Sketch& s, TensorId x, size_t axis, int32_t count) {
  Ints shape = s.dims(x);
  shape[axis] = count;
  return shape;
}

bool copy(Sketch& s, TensorId from, TensorId to) {
  return s.add(s.mark(), nook::Reshape::Attrs{}, {from}, to);
}

TensorId by_slice(Sketch& s, TensorId x, const Cut& cut) {
  const auto mark = s.mark();
  const Ints size = resized_along(s, x, cut.axis, cut.count), rank = {s.rank(x)};
  Ints begin(size.size(), 0);
  begin[cut.axis] = cut.first;
  const TensorId y = s.alike(x, size);
  return s.add(mark, nook::Slice::Attrs{}, {x, s.integers(rank, begin), s.integers(rank, size)}, y)
             ? y
             : TensorId::kNone;
}

// Often counted from the end, as x[:, -n:] is.
TensorId by_strided_slice(Sketch& s, TensorId x, const Cut& cut) {
  const auto mark = s.mark();
  const Ints size = resized_along(s, x, cut.axis, cut.count), whole = s.dims(x);
  const Ints count = {static_cast<int32_t>(cut.axis) + 1};
  Ints begin(cut.axis + 1, 0), end(whole.begin(), whole.begin() + static_cast<int>(cut.axis) + 1);
  nook::StridedSlice::Attrs attrs;
  begin[cut.axis] = s.choose.chance(50) ? cut.first - whole[cut.axis] : cut.first;
  end[cut.axis] = cut.first + cut.count;
  if (end[cut.axis] == whole[cut.axis]) attrs.end_mask = 1u << cut.axis;
  const std::vector<TensorId> in = {x, s.integers(count, begin), s.integers(count, end),
                                    s.integers(count, Ints(cut.axis + 1, 1))};
  const TensorId y = s.alike(x, size);
  return s.add(mark, attrs, in, y) ? y : TensorId::kNone;
}

TensorId by_split(Sketch& s, TensorId x, const Cut& cut) {
  const auto mark = s.mark();
  Ints sizes;
  size_t which = 0;
  if (cut.first > 0) sizes.push_back(cut.first), which = 1;
  sizes.push_back(cut.count);
  const int32_t rest = s.dim(x, static_cast<int>(cut.axis)) - cut.first - cut.count;
  if (rest > 0) sizes.push_back(rest);
  std::vector<TensorId> parts;
  for (const int32_t size : sizes) parts.push_back(s.alike(x, resized_along(s, x, cut.axis, size)));
  const std::vector<TensorId> in = {x, s.integers({static_cast<int32_t>(sizes.size())}, sizes),
                                    s.integers({1}, {static_cast<int32_t>(cut.axis)})};
  return s.add(mark, nook::SplitV::Attrs{}, in, parts) ? parts[which] : TensorId::kNone;
}

TensorId cut_out(Sketch& s, TensorId x, const Cut& cut) {
  static const std::vector<TensorId (*)(Sketch&, TensorId, const Cut&)> ways = {by_slice, by_strided_slice,
                                                                                by_strided_slice, by_split};
  return s.choose.of(ways)(s, x, cut);
}

// Mostly the outermost axis with more than one row, along which rows are contiguous.
size_t time_axis(Sketch& s, TensorId x) {
  size_t axis = 0;
  while (axis + 1 < static_cast<size_t>(s.rank(x)) && s.dim(x, static_cast<int>(axis)) == 1) ++axis;
  if (axis > 1 && s.choose.chance(50)) axis = 1;
  return s.choose.chance(15) ? static_cast<size_t>(s.choose.in(0, s.rank(x) - 1)) : axis;
}

// The rows that each filter of a mixed layer reads, from the first or to the last.
struct Heights {
  int32_t stride = 1, dilation = 1, out = 0, columns = 1;
  Ints filters;

  int32_t rows(int32_t filter) const { return (out - 1) * stride + (filter - 1) * dilation + 1; }
};

Heights heights(Sketch& s, TensorId x, int32_t parts) {
  Heights h;
  if (s.choose.chance(20)) h.stride = s.choose.in(1, 2);
  if (s.choose.chance(20)) h.dilation = s.choose.in(1, 2);
  const int32_t most = std::min(6, (s.dim(x, 1) - 1) / h.dilation + 1);
  for (int32_t i = 0; i < parts; ++i) h.filters.push_back(s.choose.in(1, most));
  h.columns = s.choose.in(1, std::min(3, s.dim(x, 2)));
  const int32_t highest = (std::ranges::max(h.filters) - 1) * h.dilation + 1;
  h.out = s.choose.chance(50) ? 1 : (s.dim(x, 1) - highest) / h.stride + 1;
  return h;
}

// One filter of a mixed layer; `y` has the scale that all results share, kNone: it is chosen.
TensorId one_of_mixed(Sketch& s, TensorId x, const Heights& h, int32_t filter, nook::Activation fused,
                      TensorId like) {
  const auto mark = s.mark();
  const int32_t channels = s.dim(x, 3);
  const float root = std::sqrt(static_cast<float>(filter * h.columns));
  const TensorId w = s.layer(x, {1, filter, h.columns, channels}, s.choose.chance(20) ? -1 : 3, 1.5f / root);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  const TensorId bias = s.bias(x, w, channels, in_scale, static_cast<int32_t>(root * 3000));
  const Ints shape = {s.dim(x, 0), h.out, s.dim(x, 2) - h.columns + 1, channels};
  const TensorId y =
      like == TensorId::kNone ? s.result(x, shape, s.spread(x) * 0.75f * root) : s.alike(like, shape);
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kValid;
  attrs.stride_h = h.stride, attrs.dilation_h = h.dilation, attrs.activation = fused;
  return s.add(mark, attrs, {x, w, bias}, y) ? y : TensorId::kNone;
}

}  // namespace

TensorId mixed_filters(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4 || s.dim(x, 3) < 2) return TensorId::kNone;
  const int32_t parts = s.choose.in(2, std::min(3, s.dim(x, 3)));
  const Heights h = heights(s, x, parts);
  const nook::Activation fused = activation(s);
  std::vector<TensorId> results;
  for (int32_t i = 0, first = 0; i < parts; ++i) {
    const int32_t left = s.dim(x, 3) - first - (parts - i - 1);
    const int32_t channels = i + 1 < parts ? s.choose.in(1, left) : left;
    TensorId part = cut_out(s, x, {3, first, channels});
    const int32_t filter = h.filters[static_cast<size_t>(i)], rows = h.rows(filter);
    if (part != TensorId::kNone && rows < s.dim(x, 1))
      part = cut_out(s, part, {1, s.choose.chance(80) ? s.dim(x, 1) - rows : 0, rows});
    if (part == TensorId::kNone) return part;
    results.push_back(
        one_of_mixed(s, part, h, filter, fused, results.empty() ? TensorId::kNone : results[0]));
    if (results.back() == TensorId::kNone) return part;
    first += channels;
  }
  const auto mark = s.mark();
  nook::Concatenation::Attrs attrs;
  attrs.axis = s.choose.chance(50) ? 3 : -1;
  const TensorId y = s.alike(results[0], resized_along(s, results[0], 3, s.dim(x, 3)));
  return s.add(mark, attrs, results, y) ? y : results[0];
}

TensorId streaming(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) == 0 || s.graph[x].constant()) return TensorId::kNone;
  const size_t axis = time_axis(s, x);
  const int32_t fresh = s.dim(x, static_cast<int>(axis)), held = s.choose.in(1, 6);
  const TensorId variable = s.kept(s.alike(x, resized_along(s, x, axis, held)));
  TensorId old = variable;
  if (s.choose.chance(85)) {
    old = s.alike(x, s.dims(variable));
    if (!copy(s, variable, old)) return TensorId::kNone;
  }
  const bool twice = s.choose.chance(10), newest_first = s.choose.chance(20);
  std::vector<TensorId> parts = {old, x};
  if (twice) parts.push_back(another_like(s, live, x));
  if (newest_first) std::ranges::reverse(parts);
  const int32_t rows = held + (twice ? 2 : 1) * fresh;
  const auto mark = s.mark();
  nook::Concatenation::Attrs attrs;
  attrs.axis = static_cast<int32_t>(axis) - (s.choose.chance(30) ? s.rank(x) : 0);
  const TensorId window = s.alike(x, resized_along(s, x, axis, rows));
  if (!s.add(mark, attrs, parts, window)) return old == variable ? TensorId::kNone : old;
  const int32_t newest = newest_first ? 0 : rows - held;
  const int32_t first = s.choose.chance(15) ? s.choose.in(0, rows - held) : newest;
  const TensorId next = cut_out(s, window, {axis, first, held});
  if (next == TensorId::kNone || !copy(s, next, variable)) return window;
  if (s.choose.chance(8)) {  // the new value
    const TensorId after = s.alike(x, s.dims(variable));
    if (copy(s, variable, after)) return after;
  }
  static const std::vector<int> kinds = {0, 0, 0, 0, 0, 0, 1, 2};
  const TensorId results[] = {window, next, old == variable ? window : old};
  return results[s.choose.of(kinds)];
}

}  // namespace generated
