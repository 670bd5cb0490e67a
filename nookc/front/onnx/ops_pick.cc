// Operators that pick elements or slices by indices, by value or by place.
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/gather_nd/gather_nd_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/one_hot/one_hot_op.h"
#include "nook/ops/reverse_sequence/reverse_sequence_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/topk_v2/topk_v2_op.h"
#include "nookc/front/onnx/places.h"

namespace nookc::onnx {

std::string map_gather_elements(Mapper& m) {
  const Value x = m.in(0), at = m.in(1);
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis) || at.shape.size() != x.shape.size())
    return "axis or indices: need as many dimensions as in the operand";
  if (too_many(at.shape)) return kTooMany;
  const size_t along = static_cast<size_t>(axis);
  if (const std::string why = more_than(x.shape, at.shape, along); !why.empty()) return why;
  const Value flat = m.reshaped(x, {elements_of(x.shape).value_or(0)});
  if (at.known()) {
    const std::vector<int64_t> places = places_along(x.shape, *at.constant, along);
    if (places.empty()) return kOutside;
    m.give(0, m.reshaped(gather(m, flat, 0, places), at.shape));
    return {};
  }
  const Value place = places_along(m, x.shape, at, along);
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
