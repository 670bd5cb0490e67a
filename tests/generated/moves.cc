#include <algorithm>

#include "nook/ops/add/add_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/transpose/transpose_op.h"
#include "tests/generated/sequences.h"

namespace generated {
namespace {

Ints dims(const nook::Shape& shape) { return Ints(shape.dim, shape.dim + shape.rank); }

// Other shapes with the same number of elements: images that are higher, lower or flat, and vectors.
Ints reshaped(Sketch& s, TensorId x) {
  const int32_t n = s.elements(x);
  std::vector<Ints> all = {{1, n}, {n}, {1, 1, n, 1}, {1, n, 1, 1}, {1, 1, 1, n}};
  for (const int32_t f : {2, 3, 4, 5, 8})
    if (n % f == 0) {
      all.push_back({1, n / f, f, 1}), all.push_back({1, n / f, 1, f}), all.push_back({1, f, n / f, 1});
      if (n / f % 2 == 0) all.push_back({1, n / f / 2, 2, f});
      all.push_back({f, n / f}), all.push_back({1, f, n / f});
    }
  if (s.rank(x) == 4) {
    const Ints d = dims(s.shape(x));
    all.insert(all.end(), 4, {d[0], d[2], d[1], d[3]});
    all.insert(all.end(), 2, {d[0], d[1], d[3], d[2]});
  }
  return s.choose.of(all);
}

TensorId reshape_to(Sketch& s, TensorId x, const Ints& shape) {
  const auto mark = s.mark();
  std::vector<TensorId> in = {x};
  if (s.choose.chance(70)) in.push_back(s.integers({static_cast<int32_t>(shape.size())}, shape));
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Reshape::Attrs{}, std::move(in), y) ? y : TensorId::kNone;
}

}  // namespace

TensorId another_like(const Sketch& s, const Live& live, TensorId x) {
  TensorId other = x;
  for (const TensorId t : live)
    if (t != x && s.graph[t].type == s.graph[x].type && s.shape(t) == s.shape(x) &&
        s.graph[t].scales == s.graph[x].scales && s.graph[t].zero_point == s.graph[x].zero_point)
      other = t;
  return other;
}

TensorId in_shape(Sketch& s, TensorId x, const Ints& shape) {
  return s.dims(x) == shape ? x : reshape_to(s, x, shape);
}

TensorId reshape(Sketch& s, const Live&, TensorId x) { return reshape_to(s, x, reshaped(s, x)); }

// Two readers of the same bytes with different row lengths, and an operator that reads both results.
TensorId two_shapes(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) != 4) return reshape(s, live, x);
  const Ints shape = dims(s.shape(x));
  const TensorId other = reshape_to(s, x, {shape[0], shape[2], shape[1], shape[3]});
  if (other == TensorId::kNone) return other;
  static const std::vector<Step> kinds = {relu, pool, convolution, depthwise};
  const TensorId a = s.choose.of(kinds)(s, live, x);
  const TensorId b = s.choose.of(kinds)(s, live, other);
  if (a == TensorId::kNone || b == TensorId::kNone) return other;
  if (s.elements(a) != s.elements(b) || s.graph[a].type != s.graph[b].type) return b;
  const TensorId same = reshape_to(s, b, dims(s.shape(a)));
  const auto mark = s.mark();
  const TensorId y = s.result(a, dims(s.shape(a)), s.spread(a) + s.spread(b));
  return s.add(mark, nook::Add::Attrs{}, {a, same}, y) ? y : b;
}

TensorId pad(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints shape = dims(s.shape(x)), by;
  for (int32_t& n : shape) {
    const bool here = s.choose.chance(&n == &shape[0] ? 5 : 50);
    by.push_back(here ? s.choose.in(0, 3) : 0), by.push_back(here ? s.choose.in(0, 3) : 0);
    n += by[by.size() - 1] + by[by.size() - 2];
  }
  const TensorId margins = s.integers({static_cast<int32_t>(shape.size()), 2}, by);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Pad::Attrs{}, {x, margins}, y) ? y : TensorId::kNone;
}

TensorId slice(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  if (shape.empty()) return TensorId::kNone;
  nook::StridedSlice::Attrs attrs;
  Ints begin, end, step, result;
  const size_t count = static_cast<size_t>(s.choose.in(1, static_cast<int32_t>(shape.size())));
  for (size_t i = 0; i < shape.size(); ++i) {
    const int32_t n = shape[i];
    if (i < count && result.size() < 5 && s.choose.chance(5)) {  // a dimension that x does not have
      attrs.new_axis_mask |= 1u << begin.size();
      begin.push_back(0), end.push_back(1), step.push_back(1), result.push_back(1);
    }
    if (i >= count) {
      result.push_back(n);
      continue;
    }
    const bool here = s.choose.chance(60);
    int32_t first = here ? s.choose.in(0, n - 1) : 0, last = here ? s.choose.in(first + 1, n) : n;
    int32_t by = s.choose.chance(25) ? s.choose.in(1, 3) : 1;
    int32_t size = (last - first + by - 1) / by;
    if (s.choose.chance(10)) {  // from the last to the first
      attrs.begin_mask |= 1u << begin.size(), attrs.end_mask |= 1u << begin.size();
      by = -by, size = (n - by - 1) / -by;
    } else if (s.choose.chance(15)) {
      attrs.end_mask |= 1u << begin.size(), size = (n - first + by - 1) / by;
    } else if (shape.size() > 1 && s.choose.chance(8)) {
      attrs.shrink_axis_mask |= 1u << begin.size(), by = 1, size = 0;
    }
    begin.push_back(s.choose.chance(15) ? first - n : first);
    end.push_back(last), step.push_back(by);
    if (size > 0) result.push_back(size);
  }
  if (count < shape.size() && s.choose.chance(30)) {  // the rest at an ellipsis
    attrs.ellipsis_mask = 1u << begin.size();
    begin.push_back(0), end.push_back(0), step.push_back(1);
  }
  const Ints of = {static_cast<int32_t>(begin.size())};
  const TensorId y = s.alike(x, result);
  const std::vector<TensorId> in = {x, s.integers(of, begin), s.integers(of, end), s.integers(of, step)};
  return s.add(mark, attrs, in, y) ? y : TensorId::kNone;
}

TensorId transpose(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  Ints order, result;
  for (int32_t i = 0; i < s.rank(x); ++i) order.push_back(i);
  const bool ones = s.choose.chance(25);  // only moves no bytes: a dimension of size 1 to the front
  for (size_t i = 1; i < order.size() && ones; ++i)
    if (shape[i] == 1)
      std::rotate(order.begin(), order.begin() + static_cast<int>(i),
                  order.begin() + static_cast<int>(i) + 1);
  for (size_t i = order.size(); i > 1 && !ones; --i)
    std::swap(order[i - 1], order[i - 1 - static_cast<size_t>(s.choose.in(0, static_cast<int32_t>(i) - 1))]);
  for (const int32_t from : order) result.push_back(shape[static_cast<size_t>(from)]);
  const TensorId perm = s.integers({s.rank(x)}, order);
  const TensorId y = s.alike(x, result);
  return s.add(mark, nook::Transpose::Attrs{}, {x, perm}, y) ? y : TensorId::kNone;
}

TensorId joined_channels(Sketch& s, TensorId a, TensorId b) {
  const auto mark = s.mark();
  nook::Concatenation::Attrs attrs;
  attrs.axis = 3;
  Ints shape = dims(s.shape(a));
  shape[3] += s.dim(b, 3);
  const TensorId y = s.alike(a, shape);
  return s.add(mark, attrs, {a, b}, y) ? y : TensorId::kNone;
}

TensorId concatenation(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  Ints shape = dims(s.shape(x));
  if (shape.empty()) return TensorId::kNone;
  const int32_t rank = static_cast<int32_t>(shape.size());
  const size_t axis = static_cast<size_t>(s.choose.in(0, rank - 1));
  std::vector<TensorId> parts = {x}, fitting = {x};
  for (const TensorId t : live) {
    Ints other = dims(s.shape(t));
    if (other.size() != shape.size() || !s.graph.same_quantization(t, x) || t == x) continue;
    other[axis] = shape[axis];
    if (other == shape) fitting.push_back(t);
  }
  for (int32_t more = s.choose.in(0, 3); more > 0; --more) {
    if (s.choose.chance(15)) {
      parts.push_back(s.constant_like(x, dims(s.shape(x))));
    } else {
      parts.push_back(s.choose.of(fitting));
    }
  }
  if (s.choose.chance(40)) std::ranges::reverse(parts);
  shape[axis] = 0;
  for (const TensorId t : parts) shape[axis] += s.dim(t, static_cast<int>(axis));
  nook::Concatenation::Attrs attrs;
  attrs.axis = static_cast<int32_t>(axis) - (s.choose.chance(20) ? rank : 0);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, parts, y) ? y : TensorId::kNone;
}

TensorId of_parts(Sketch& s, const Live& live, const std::vector<TensorId>& parts) {
  const TensorId one = s.choose.of(parts);
  if (s.choose.chance(40)) return one;
  Live read;
  const int percent = s.choose.chance(60) ? 100 : 50;
  for (const TensorId t : parts) {
    const TensorId y = s.choose.chance(percent) ? relu(s, live, t) : t;
    read.push_back(y == TensorId::kNone ? t : y);
  }
  const TensorId first = s.choose.of(read), y = concatenation(s, read, first);
  return y == TensorId::kNone ? first : y;
}

}  // namespace generated
