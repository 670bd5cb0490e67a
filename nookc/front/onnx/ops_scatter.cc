// Operators that write elements or slices at indices.
#include <map>
#include <set>

#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/places.h"

namespace nookc::onnx {
namespace {

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

constexpr int64_t kMostWrites = 64;  // some operators each; more are written in a loop

// Updates of slices of an operand, one after another.
class Writes {
 public:
  // Update k, of updates [count][each], belongs to slice places[k] of the operand [slices][each].
  Writes(Mapper& m, const Value& operand, const Value& updates, const Value& places, Combine combine)
      : m_(m), single_(operand.shape[1] == 1), updates_(in_memory(m, updates)), combine_(combine) {
    table_ = without_one(in_memory(m, operand));
    places_ = m.reshaped(in_memory(m, places), {count(), 1});
    starts_ = places_;
    if (single_) return;
    Value zeros = whole_constant(places_.shape, std::vector<int64_t>(static_cast<size_t>(count())));
    zeros.type = places_.type;
    starts_ = concat(m, {places_, zeros}, 1);
  }

  Value run() {
    TensorId x = m_.plain(table_);
    if (count() > kMostWrites) {
      x = loop(x);
    } else {
      const auto part = [&](const Value& all, int64_t i) { return slice(m_, all, 0, i, 1); };
      for (int64_t i = 0; i < count(); ++i)
        x = written(x, part(places_, i), part(starts_, i), part(updates_, i));
    }
    return m_.value(x, table_.shape, plain_order(table_.shape.size()), table_.type);
  }

 private:
  int64_t count() const { return updates_.shape[0]; }
  // Without the last dimension if a slice is one element.
  Value without_one(const Value& x) { return single_ ? m_.reshaped(x, {x.shape[0]}) : x; }

  TensorId written(TensorId x, const Value& place, const Value& start, const Value& update) {
    Value next = without_one(update);
    if (combine_) {
      const TensorId now = m_.like(x, next.shape);
      m_.emit(nook::Gather::Attrs{}, {x, m_.plain(m_.reshaped(place, {1}))}, {now});
      next = combine_(m_, m_.value(now, next.shape, plain_order(next.shape.size()), table_.type), next);
    }
    const TensorId y = m_.like(x, table_.shape);
    const TensorId from = m_.plain(next), at = m_.plain(m_.reshaped(start, {start.shape[1]}));
    m_.emit(nook::DynamicUpdateSlice::Attrs{}, {x, from, at}, {y});
    return y;
  }

  TensorId loop(TensorId first) {
    const TensorId zero = m_.add_ints({0}), number = m_.like(zero, {1});
    const TensorId now = m_.like(first, table_.shape);
    m_.set_name(number, m_.node().out[0] + "_turn"), m_.set_name(now, m_.node().out[0] + "_written");
    const Value turn = m_.value(number, {1}, {0}, kWhole);
    const auto part = [&](const Value& all) {
      const TensorId from = m_.plain(all), y = m_.like(from, {1, all.shape[1]});
      m_.emit(nook::Gather::Attrs{}, {from, number}, {y});
      return m_.value(y, {1, all.shape[1]}, plain_order(2), all.type);
    };
    // Their forms in memory are made before the loop.
    for (Value* each : {&places_, &starts_, &updates_})
      *each = m_.value(m_.plain(*each), each->shape, plain_order(2), each->type);
    const Mapper::Forms forms = m_.forms();
    m_.regions().begin_loop({number, now}, {zero, first}, m_.node().op);
    const Value more = binary(m_, nook::Less::Attrs{}, turn, whole_constant({1}, {count()}), kTruth);
    m_.regions().break_unless(more.id);
    m_.set_forms(forms);
    const Value place = part(places_), start = single_ ? place : part(starts_);
    const TensorId next = written(now, place, start, part(updates_));
    const Value later = added(m_, turn, whole_constant({1}, {1}), kWhole);
    m_.regions().end_loop({number, now}, {m_.stored(later, {0}), next});
    m_.regions().done(-1, {number, now});
    m_.set_forms(forms);
    return now;
  }

  Mapper& m_;
  bool single_;  // whether a slice is one element
  Value table_, updates_, places_, starts_;
  Combine combine_;
};

// How often the index that occurs most often does.
size_t most_often(const std::vector<int64_t>& places) {
  std::map<int64_t, size_t> counts;
  size_t most = 0;
  for (const int64_t place : places) most = std::max(most, ++counts[place]);
  return most;
}

// A scatter to slices [slices][each] of the operand; `places` [count] are known, or [count][1] in memory.
std::string scatter(Mapper& m, const Value& x, const Value& updates, int64_t each,
                    const std::vector<int64_t>& known, const Value& places) {
  const std::string reduction = m.node().text("reduction", "none");
  const Combine combine = combine_of(reduction);
  if (reduction != "none" && !combine) return "reduction: need none, add, mul, max or min, have " + reduction;
  const int64_t slices = elements_of(x.shape).value_or(0) / each;
  const int64_t count = elements_of(updates.shape).value_or(0) / each;
  const Value table = m.reshaped(x, {slices, each}), rows = m.reshaped(updates, {count, each});
  if (known.empty()) {
    m.give(0, m.reshaped(Writes(m, table, rows, places, combine).run(), x.shape));
  } else if (combine && most_often(known) > kMostWrites) {
    const Value at = whole_constant({count, 1}, known);
    m.give(0, m.reshaped(Writes(m, table, rows, at, combine).run(), x.shape));
  } else {
    std::vector<int64_t> elements;
    for (const int64_t place : known)
      for (int64_t i = 0; i < each; ++i) elements.push_back(place * each + i);
    m.give(0,
           combine ? with_reduced(m, x, updates, elements, combine) : with_updates(m, x, updates, elements));
  }
  return {};
}

}  // namespace

std::string map_scatter_elements(Mapper& m) {
  const Value x = m.in(0), at = m.in(1), updates = m.in(2);
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis) || at.shape.size() != x.shape.size() || updates.shape != at.shape)
    return "its indices and updates do not fit the operand";
  const size_t along = static_cast<size_t>(axis);
  if (const std::string why = more_than(x.shape, at.shape, along); !why.empty()) return why;
  if (too_many(at.shape) || (at.known() && too_many(x.shape))) return kTooMany;
  if (!at.known()) return scatter(m, x, updates, 1, {}, places_along(m, x.shape, at, along));
  const std::vector<int64_t> places = places_along(x.shape, *at.constant, along);
  return places.empty() ? kOutside : scatter(m, x, updates, 1, places, {});
}

std::string map_scatter_nd(Mapper& m) {
  const Value x = m.in(0), at = m.in(1), updates = m.in(2);
  if (at.shape.empty() || at.shape.back() < 1 || at.shape.back() > rank_of(x))
    return "its indices have more dimensions than the operand";
  const int64_t depth = at.shape.back();
  Dims want(at.shape.begin(), at.shape.end() - 1);
  const int64_t rows = elements_of(want).value_or(0);
  want.insert(want.end(), x.shape.begin() + depth, x.shape.end());
  if (elements_of(updates.shape) != elements_of(want)) return "its updates and indices differ in number";
  if (too_many(updates.shape) || (at.known() && too_many(x.shape))) return kTooMany;
  const Dims sizes(x.shape.begin(), x.shape.begin() + depth);
  const int64_t each = elements_of({x.shape.begin() + depth, x.shape.end()}).value_or(0);
  if (at.known()) {
    const std::vector<int64_t> places = places_of_rows(sizes, *at.constant);
    return places.empty() ? kOutside : scatter(m, x, updates, each, places, {});
  }
  Value places = m.reshaped(from_front(m, at, sizes), {rows, depth});
  if (depth > 1) {
    Value strides = whole_constant({depth}, strides_of(sizes));
    strides.type = at.type;
    places = reduce(m, nook::Sum::Attrs{true}, multiplied(m, places, strides), {1}, true);
  }
  return scatter(m, x, updates, each, {}, places);
}

}  // namespace nookc::onnx
