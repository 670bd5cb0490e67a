// Operators that gather or scatter elements by indices.
#include <functional>
#include <set>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/gather_nd/gather_nd_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/one_hot/one_hot_op.h"
#include "nook/ops/reverse_sequence/reverse_sequence_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/topk_v2/topk_v2_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostPicked = 1 << 20;  // elements gathered one by one

int64_t rank_of(const Value& value) { return static_cast<int64_t>(value.shape.size()); }

Value whole_constant(const Dims& dims, const std::vector<int64_t>& numbers) {
  return known_value(kWhole, dims, make_constant(kWhole, dims, numbers));
}

// The stride in memory of each dimension.
Dims strides_of(const Dims& shape) {
  Dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

// The offsets of all elements of `shape` in an array of `strides`, omitting one dimension.
std::vector<int64_t> places_without(const Dims& shape, const Dims& strides, size_t axis) {
  std::vector<int64_t> places;
  const Dims own = strides_of(shape);
  for (int64_t i = 0; i < elements_of(shape).value_or(0); ++i) {
    int64_t place = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      if (d != axis) place += i / own[d] % shape[d] * strides[d];
    places.push_back(place);
  }
  return places;
}

// The offsets of elements selected by indices along an axis of an array of this shape; empty: an index is out
// of range.
std::vector<int64_t> places_along(const Dims& shape, const Constant& indices, size_t axis) {
  const Dims strides = strides_of(shape);
  std::vector<int64_t> places = places_without(indices.dims, strides, axis), at = integers_of(indices);
  for (size_t i = 0; i < places.size(); ++i) {
    if (!fix_axis(shape[axis], &at[i])) return {};
    places[i] += at[i] * strides[axis];
  }
  return places;
}

// The offsets of the slices that rows of indices select; empty: an index is out of range.
std::vector<int64_t> places_of_rows(const Dims& shape, const Constant& indices) {
  const size_t depth = static_cast<size_t>(indices.dims.back());
  const Dims strides = strides_of(shape);
  std::vector<int64_t> places, at = integers_of(indices);
  for (size_t i = 0; i < at.size(); i += depth) {
    places.push_back(0);
    for (size_t d = 0; d < depth; ++d) {
      if (!fix_axis(shape[d], &at[i + d])) return {};
      places.back() += at[i + d] * strides[d];
    }
  }
  return places;
}

// The elements of `x` with `updates` at their offsets. For known indices this is a gather from both.
Value with_updates(Mapper& m, const Value& x, const Value& updates, const std::vector<int64_t>& places) {
  const int64_t count = elements_of(x.shape).value_or(0);
  std::vector<int64_t> from;
  for (int64_t i = 0; i < count; ++i) from.push_back(i);
  for (size_t i = 0; i < places.size(); ++i)
    from[static_cast<size_t>(places[i])] = count + static_cast<int64_t>(i);
  const Value both =
      concat(m, {m.reshaped(x, {count}), m.reshaped(updates, {elements_of(updates.shape).value_or(0)})}, 0);
  return m.reshaped(gather(m, both, 0, from), x.shape);
}

bool too_many(const Dims& shape) { return elements_of(shape).value_or(kMostPicked + 1) > kMostPicked; }

constexpr const char* kOutside = "an index is out of range";
constexpr const char* kTooMany = "it picks among more than 2^20 elements";

}  // namespace

Value from_front(Mapper& m, const Value& at, const std::vector<int64_t>& sizes) {
  const Dims dims = sizes.size() == 1 ? Dims{} : Dims{static_cast<int64_t>(sizes.size())};
  Value size = whole_constant(dims, sizes), zero = whole_constant({}, {0});
  size.type = zero.type = at.type;
  // An element's offset is the index times the axis's stride, plus the offset from the other dimensions.
  const Value below = converted(m, binary(m, nook::Less::Attrs{}, at, zero, kTruth), at.type);
  return added(m, at, multiplied(m, below, size));
}

std::string map_gather_elements(Mapper& m) {
  const Value x = m.in(0), at = m.in(1);
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis) || at.shape.size() != x.shape.size())
    return "axis or indices: need as many dimensions as in the operand";
  if (too_many(at.shape)) return kTooMany;
  const size_t along = static_cast<size_t>(axis);
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (d != along && at.shape[d] > x.shape[d]) return "there are more indices than elements";
  const Value flat = m.reshaped(x, {elements_of(x.shape).value_or(0)});
  if (at.known()) {
    const std::vector<int64_t> places = places_along(x.shape, *at.constant, along);
    if (places.empty()) return kOutside;
    m.give(0, m.reshaped(gather(m, flat, 0, places), at.shape));
    return {};
  }
  // An element's offset is the index times the axis's stride, plus the offset from the other dimensions.
  const Dims strides = strides_of(x.shape);
  Value step = whole_constant({}, {strides[along]});
  Value rest = whole_constant(at.shape, places_without(at.shape, strides, along));
  step.type = rest.type = at.type;
  Value place = from_front(m, at, {x.shape[along]});
  if (strides[along] != 1) place = multiplied(m, place, step);
  place = added(m, place, rest);
  const TensorId from = m.plain(flat), y = m.like(from, at.shape);
  m.emit(nook::Gather::Attrs{}, {from, m.plain(place)}, {y});
  m.give(0, m.value(y, at.shape, plain_order(at.shape.size()), x.type));
  return {};
}

namespace {

// What GatherND reads: `batches` tables of slices, and rows of indices, as many for each table.
struct Tables {
  int64_t batches, rows, depth;
  Dims sizes, rest;  // dimensions of a table that the indices are for; dimensions of a slice
};

// Returns the reason against the operands, or an empty text.
std::string read_tables(Mapper& m, const Value& x, const Value& at, Tables* to) {
  const int64_t batch = m.node().integer("batch_dims", 0), rank = rank_of(x);
  if (batch < 0 || batch >= rank || batch >= rank_of(at))
    return "batch_dims: need fewer than the dimensions of the operand (" + std::to_string(rank) +
           ") and of its indices (" + std::to_string(rank_of(at)) + "), have " + std::to_string(batch);
  if (!std::equal(x.shape.begin(), x.shape.begin() + batch, at.shape.begin()))
    return "batch_dims: need the same first " + std::to_string(batch) + " dimensions of operand and indices";
  to->depth = at.shape.back();
  if (to->depth < 1 || to->depth > rank - batch) return "its indices have more dimensions than the operand";
  const auto begin = x.shape.begin() + batch, end = begin + to->depth;
  to->sizes.assign(begin, end), to->rest.assign(end, x.shape.end());
  to->batches = elements_of({x.shape.begin(), begin}).value_or(0);
  to->rows = elements_of({at.shape.begin(), at.shape.end() - 1}).value_or(0);
  return {};
}

// For each row, the index of its table.
std::vector<int64_t> tables_of_rows(const Tables& tables) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < tables.rows; ++i) numbers.push_back(i / (tables.rows / tables.batches));
  return numbers;
}

// The slices [row]... that rows of indices select when the model runs.
Value slices_at(Mapper& m, const Value& x, const Value& at, const Tables& tables) {
  Dims dims = tables.sizes, made = {tables.rows};
  Value rows = m.reshaped(from_front(m, at, tables.sizes), {tables.rows, tables.depth});
  if (tables.batches > 1) {
    Value first = whole_constant({tables.rows, 1}, tables_of_rows(tables));
    first.type = at.type;
    rows = concat(m, {first, rows}, 1);
    dims.insert(dims.begin(), tables.batches);
  }
  dims.insert(dims.end(), tables.rest.begin(), tables.rest.end());
  made.insert(made.end(), tables.rest.begin(), tables.rest.end());
  const TensorId from = m.plain(m.reshaped(x, dims)), y = m.like(from, made);
  m.emit(nook::GatherNd::Attrs{}, {from, m.plain(rows)}, {y});
  return m.value(y, made, plain_order(made.size()), x.type);
}

}  // namespace

std::string map_gather_nd(Mapper& m) {
  const Value x = m.in(0), at = m.in(1);
  Tables tables = {};
  if (std::string why = read_tables(m, x, at, &tables); !why.empty()) return why;
  if ((at.known() || tables.batches > 1) && too_many({tables.rows})) return kTooMany;
  Dims shape(at.shape.begin(), at.shape.end() - 1);
  shape.insert(shape.end(), tables.rest.begin(), tables.rest.end());
  if (!at.known()) {
    m.give(0, m.reshaped(slices_at(m, x, at, tables), shape));
    return {};
  }
  std::vector<int64_t> places = places_of_rows(tables.sizes, *at.constant);
  if (places.empty()) return kOutside;
  const int64_t each = elements_of(tables.sizes).value_or(0);
  const std::vector<int64_t> numbers = tables_of_rows(tables);
  for (size_t i = 0; i < places.size(); ++i) places[i] += numbers[i] * each;
  Dims dims = {tables.batches * each};
  dims.insert(dims.end(), tables.rest.begin(), tables.rest.end());
  m.give(0, m.reshaped(gather(m, m.reshaped(x, dims), 0, places), shape));
  return {};
}

namespace {

using Combine = Value (*)(Mapper&, const Value&, const Value&);

// Null: unsupported reduction.
Combine combine_of(const std::string& reduction) {
  if (reduction == "add") return [](Mapper& m, const Value& a, const Value& b) { return added(m, a, b); };
  if (reduction == "mul")
    return [](Mapper& m, const Value& a, const Value& b) { return multiplied(m, a, b); };
  if (reduction == "max")
    return [](Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Maximum::Attrs{}, a, b); };
  if (reduction == "min")
    return [](Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Minimum::Attrs{}, a, b); };
  return nullptr;
}

// Combines each update with the current element; updates to one index run in order.
Value with_reduced(Mapper& m, const Value& operand, const Value& updates, const std::vector<int64_t>& places,
                   Combine combine) {
  const int64_t count = elements_of(operand.shape).value_or(0);
  const Value flat = m.reshaped(updates, {elements_of(updates.shape).value_or(0)});
  Value x = m.reshaped(operand, {count});
  std::vector<int64_t> left;
  for (size_t i = 0; i < places.size(); ++i) left.push_back(static_cast<int64_t>(i));
  while (!left.empty()) {
    std::vector<int64_t> now, later, at;
    std::set<int64_t> seen;
    for (const int64_t i : left) {
      const int64_t place = places[static_cast<size_t>(i)];
      if (!seen.insert(place).second) {
        later.push_back(i);
      } else {
        now.push_back(i), at.push_back(place);
      }
    }
    x = with_updates(m, x, combine(m, gather(m, x, 0, at), gather(m, flat, 0, now)), at);
    left = later;
  }
  return m.reshaped(x, operand.shape);
}

std::string give_updated(Mapper& m, const Value& x, const Value& updates,
                         const std::vector<int64_t>& places) {
  const std::string reduction = m.node().text("reduction", "none");
  const Combine combine = combine_of(reduction);
  if (reduction != "none" && !combine) return "reduction: need none, add, mul, max or min, have " + reduction;
  m.give(0, combine ? with_reduced(m, x, updates, places, combine) : with_updates(m, x, updates, places));
  return {};
}

constexpr int64_t kMostWrites = 64;  // one operator each

// Applies the updates in order, each at a start computed at run time.
std::string written(Mapper& m, const Value& operand, int64_t count,
                    const std::function<std::pair<Value, Value>(int64_t)>& update_and_start) {
  if (m.node().text("reduction", "none") != "none")
    return "reduction: need none where its indices are computed when the model runs";
  if (count > kMostWrites)
    return "its indices are computed when the model runs: need at most " + std::to_string(kMostWrites) +
           ", have " + std::to_string(count);
  TensorId x = m.plain(operand);
  for (int64_t i = 0; i < count; ++i) {
    const auto [update, start] = update_and_start(i);
    const TensorId y = m.like(x, operand.shape);
    m.emit(nook::DynamicUpdateSlice::Attrs{}, {x, m.plain(update), m.plain(start)}, {y});
    x = y;
  }
  m.give(0, m.value(x, operand.shape, plain_order(operand.shape.size()), operand.type));
  return {};
}

// Element i of a value, with rank 1.
Value element(Mapper& m, const Value& flat, int64_t i) { return slice(m, flat, 0, i, 1); }

}  // namespace

std::string map_scatter_elements(Mapper& m) {
  const Value x = m.in(0), at = m.in(1), updates = m.in(2);
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis) || at.shape.size() != x.shape.size() || updates.shape != at.shape)
    return "its indices and updates do not fit the operand";
  if (too_many(x.shape) || too_many(at.shape)) return kTooMany;
  const int64_t count = elements_of(at.shape).value_or(0);
  if (at.known()) {
    const std::vector<int64_t> places = places_along(x.shape, *at.constant, static_cast<size_t>(axis));
    if (places.empty() || *std::max_element(places.begin(), places.end()) >= elements_of(x.shape).value_or(0))
      return kOutside;
    return give_updated(m, x, updates, places);
  }
  const Value indices = m.reshaped(from_front(m, at, {x.shape[static_cast<size_t>(axis)]}), {count});
  const Value flat = m.reshaped(in_memory(m, updates), {count});
  const Dims own = strides_of(at.shape);
  return written(m, x, count, [&](int64_t i) {
    std::vector<Value> start;
    for (size_t d = 0; d < x.shape.size(); ++d) {
      Value here = whole_constant({1}, {i / own[d] % at.shape[d]});
      here.type = at.type;
      start.push_back(static_cast<int64_t>(d) == axis ? element(m, indices, i) : here);
    }
    return std::pair(m.reshaped(element(m, flat, i), Dims(x.shape.size(), 1)), concat(m, start, 0));
  });
}

std::string map_scatter_nd(Mapper& m) {
  const Value x = m.in(0), at = m.in(1), updates = m.in(2);
  if (at.shape.empty() || at.shape.back() < 1 || at.shape.back() > rank_of(x))
    return "its indices have more dimensions than the operand";
  if (too_many(x.shape) || too_many(updates.shape)) return kTooMany;
  const int64_t depth = at.shape.back(), rows = elements_of(at.shape).value_or(0) / depth;
  int64_t each = 1;
  for (size_t d = static_cast<size_t>(depth); d < x.shape.size(); ++d) each *= x.shape[d];
  if (elements_of(updates.shape) != rows * each) return "its updates and indices differ in number";
  if (at.known()) {
    const std::vector<int64_t> begins = places_of_rows(x.shape, *at.constant);
    if (begins.empty()) return kOutside;
    std::vector<int64_t> places;
    for (const int64_t begin : begins)
      for (int64_t i = 0; i < each; ++i) places.push_back(begin + i);
    return give_updated(m, x, updates, places);
  }
  const Dims sizes(x.shape.begin(), x.shape.begin() + depth);
  const Value indices = m.reshaped(from_front(m, at, sizes), {rows, depth});
  const Value parts = m.reshaped(in_memory(m, updates), {rows, each});
  Dims part(x.shape.size(), 1);
  std::copy(x.shape.begin() + depth, x.shape.end(), part.begin() + depth);
  return written(m, x, rows, [&](int64_t i) {
    Value start = m.reshaped(slice(m, indices, 0, i, 1), {depth});
    if (depth < rank_of(x)) {
      Value rest = whole_constant({rank_of(x) - depth},
                                  std::vector<int64_t>(x.shape.size() - static_cast<size_t>(depth), 0));
      rest.type = at.type;
      start = concat(m, {start, rest}, 0);
    }
    return std::pair(m.reshaped(slice(m, parts, 0, i, 1), part), start);
  });
}

std::string map_one_hot(Mapper& m) {
  const ConstantPtr depth = m.constant(1), values = m.constant(2);
  if (!depth || depth->size() != 1) return "its depth is computed when the model runs";
  if (!values || values->size() != 2) return "its values are computed when the model runs";
  const int64_t count = static_cast<int64_t>(numbers_of(*depth)[0]);
  if (count < 1 || count > INT32_MAX) return not_from_1("depth", INT32_MAX, count);
  Value at = in_memory(m, m.in(0));
  if (!is_whole(at.type)) return "its indices are not integers";
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(at) + 1, &axis)) return "axis: the result has no such dimension";
  Dims shape = at.shape;
  shape.insert(shape.begin() + axis, count);
  const TensorId places = m.plain(from_front(m, at, {count})), y = m.fresh(shape, values->type);
  const std::vector<double> numbers = numbers_of(*values);
  const auto one = [&](size_t i) {
    return m.add_constant(make_constant(values->type, {}, std::vector<double>{numbers[i]}));
  };
  nook::OneHot::Attrs attrs;
  attrs.axis = static_cast<int32_t>(axis);
  m.emit(attrs, {places, m.add_ints({static_cast<int32_t>(count)}, {}), one(1), one(0)}, {y});
  m.give(0, m.value(y, shape, plain_order(shape.size()), values->type));
  return {};
}

std::string map_top_k(Mapper& m) {
  const std::vector<int64_t> k = m.integers(1, "k");
  const int64_t said = m.node().integer("k", 0);
  if (m.given(1) && !m.constant(1)) return "k is computed when the model runs";
  const int64_t count = k.size() == 1 ? k[0] : said;
  const bool least = m.node().integer("largest", 1) == 0;
  if (least) m.compute_in_float();
  Value x = m.settled(in_memory(m, m.in(0)));
  if (x.type != kReal && (least || !is_whole(x.type))) return "nook sorts float32, int8 and int32";
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  Dims shape = x.shape;
  const int64_t elements = shape[static_cast<size_t>(axis)];
  if (count < 1 || count > elements) return not_from_1("k", elements, count);
  shape[static_cast<size_t>(axis)] = count;
  if (least) x = unary(m, nook::Neg::Attrs{}, x);
  Order order = x.order;
  order.erase(std::find(order.begin(), order.end(), static_cast<int>(axis)));
  order.push_back(static_cast<int>(axis));
  const TensorId from = m.stored(x, order), values = m.like(from, dims_in(shape, order)),
                 at = m.fresh(dims_in(shape, order), kWhole);
  m.emit(nook::TopkV2::Attrs{}, {from, m.add_ints({static_cast<int32_t>(count)}, {})}, {values, at});
  const Value best = m.value(values, shape, order, x.type);
  m.give(0, least ? unary(m, nook::Neg::Attrs{}, best) : best);
  m.give(1, m.value(at, shape, order, kWhole));
  return {};
}

std::string map_reverse_sequence(Mapper& m) {
  const Value x = m.settled(in_memory(m, m.in(0))), lengths = m.in(1);
  int64_t along = m.node().integer("time_axis", 0), across = m.node().integer("batch_axis", 1);
  if (!fix_axis(rank_of(x), &along) || !fix_axis(rank_of(x), &across) || along == across)
    return "time_axis and batch_axis: need two dimensions of the operand";
  if (lengths.shape != Dims{x.shape[static_cast<size_t>(across)]})
    return "its lengths: need one for each sequence";
  nook::ReverseSequence::Attrs attrs;
  attrs.seq_dim = place_of(x.order, along), attrs.batch_dim = place_of(x.order, across);
  Value y = x;
  y.id = m.like(x.id, dims_in(x.before, x.order));
  m.emit(attrs, {x.id, m.plain(lengths)}, {y.id});
  m.give(0, y);
  return {};
}

std::string map_trilu(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return "its diagonal is computed when the model runs";
  const std::vector<int64_t> said = m.integers(1, "");
  const int64_t diagonal = said.empty() ? 0 : said[0];
  const bool upper = m.node().integer("upper", 1) != 0;
  const Value x = m.in(0);
  if (x.shape.size() < 2) return "need matrices";
  const int64_t rows = x.shape[x.shape.size() - 2], columns = x.shape.back();
  if (too_many({rows, columns})) return kTooMany;
  std::vector<int64_t> keep;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) keep.push_back(upper ? c - r >= diagonal : c - r <= diagonal);
  const Dims dims = {rows, columns};
  const Value mask = {
      TensorId::kNone, shared(make_constant(kTruth, dims, keep)), kTruth, dims, plain_order(2), dims};
  const Value zero = {
      TensorId::kNone, shared(make_constant(x.type, {}, std::vector<double>{0})), x.type, {}, {}, {}};
  Aligned both;
  if (!align(m, {mask, x, zero}, &both)) return {};
  const TensorId y = m.like(both.in[1], dims_in(both.shape, both.order));
  m.emit(nook::SelectV2::Attrs{}, both.in, {y});
  m.give(0, m.value(y, both.shape, both.order, x.type));
  return {};
}

}  // namespace nookc::onnx
