#include "nookc/front/onnx/ops_control.h"

#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/fill/fill_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/logical_and/logical_and_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/sub/sub_op.h"

namespace nookc::onnx {
namespace {

Dims memory_dims(const Value& x) { return dims_in(x.before, x.order); }

// A value that control flow writes.
Value place_for(Mapper& m, const Value& x, const std::string& name) {
  const TensorId id = m.like(x.id, memory_dims(x));
  m.set_name(id, name);
  return m.value(id, x.shape, x.order, x.type);
}

Value in_place(Mapper& m, const Value& x) { return m.settled(in_memory(m, m.floated(x))); }

Value whole_constant(Mapper& m, const std::vector<int32_t>& numbers, const Dims& dims) {
  return m.value(m.add_ints(numbers, dims), dims, plain_order(dims.size()), kWhole);
}

// A single element: its tensor has one dimension, its value in ONNX has none.
Value scalar(Mapper& m, TensorId id, nook::DType type) { return m.value(id, {}, {-1}, type); }

// Loop-carried values: the initial value, the current one and the next one.
struct Carried {
  std::vector<TensorId> first, now, next;
  void add(TensorId at_first, TensorId place) { first.push_back(at_first), now.push_back(place); }
};

// A result that collects a slice of each iteration along an axis.
struct Gathered {
  size_t result;  // index of the node's result
  int64_t axis;
  bool backwards;
  Value all;
};

class Loop {
 public:
  Loop(Mapper& m, const Iterations& iterations)
      : m_(m), iterations_(iterations), lead_(iterations.decides ? 1 : 0) {}

  std::string run() {
    const auto is_one = [](const std::optional<Value>& x) { return !x || elements_of(x->shape) == 1; };
    if (!is_one(iterations_.count)) return "its trip count: need one element";
    if (!is_one(iterations_.condition) || (iterations_.condition && iterations_.condition->type != kTruth))
      return "its condition must be one bool";
    const TensorId zero = m_.add_ints({0});
    number_ = scalar(m_, m_.like(zero, {1}), kWhole);
    m_.set_name(number_.id, m_.node().out[0] + "_turn");
    carried_.add(zero, number_.id);
    for (size_t k = 0; k < iterations_.states.size(); ++k) {
      const Value first = in_place(m_, iterations_.states[k]);
      states_.push_back(place_for(m_, first, name_of(k)));
      carried_.add(first.id, states_[k].id);
    }
    for (const Iterations::Scanned& scanned : iterations_.scanned)
      whole_.push_back(m_.settled(in_memory(m_, scanned.whole)));
    if (const std::string why = learn(); !why.empty() || m_.refused_inside()) return why;
    const Mapper::Forms forms = m_.forms();
    m_.regions().begin_loop(carried_.now, carried_.first, m_.node().op);
    limit();
    m_.set_forms(forms);
    std::vector<Value> results;
    if (const std::string why = map_iteration(&results); !why.empty() || m_.refused_inside()) return why;
    const Value next = added(m_, number_, whole_constant(m_, {1}, {1}), kWhole);
    carried_.next = {m_.stored(next, {0})};
    for (size_t k = 0; k < states_.size(); ++k)
      carried_.next.push_back(m_.stored(m_.floated(results[lead_ + k]), states_[k].order));
    if (decided_) carried_.next.push_back(m_.stored(m_.reshaped(results[0], {1}), {0}));
    for (const Gathered& g : gathered_) carried_.next.push_back(with_part(g, results[g.result + lead_]));
    m_.regions().end_loop(carried_.now, carried_.next);
    m_.regions().done(-1, carried_.now);
    m_.set_forms(forms);
    for (size_t k = 0; k < states_.size(); ++k) m_.give(k, states_[k]);
    for (const Gathered& g : gathered_) m_.give(g.result, g.all);
    return {};
  }

 private:
  std::string name_of(size_t result) const {
    const std::vector<std::string>& out = m_.node().out;
    return result < out.size() ? out[result] : out[0] + "_" + std::to_string(result);
  }

  // Maps the operators of one iteration.
  std::string map_iteration(std::vector<Value>* results) {
    std::vector<Value> operands;
    if (iterations_.decides) operands = {number_, known_truth(true)};
    operands.insert(operands.end(), states_.begin(), states_.end());
    for (size_t i = 0; i < whole_.size(); ++i) operands.push_back(part(i));
    if (const std::string why = m_.run_inner("body", operands, results); !why.empty()) return why;
    if (m_.refused_inside()) return {};
    if (results->size() < lead_ + states_.size()) return "body: need a result for each state";
    for (size_t k = 0; k < states_.size(); ++k) {
      const Value& next = (*results)[lead_ + k];
      if (next.shape != states_[k].shape || next.type != states_[k].type)
        return "state " + std::to_string(k) + " changes its shape or type between iterations";
    }
    return {};
  }

  // Maps one iteration to learn its results, then rolls back.
  std::string learn() {
    const Mapper::Point before = m_.here();
    std::vector<Value> results;
    if (const std::string why = map_iteration(&results); !why.empty() || m_.refused_inside()) return why;
    // A condition that the graph passes on or that is constant needs no tensor.
    const bool goes_on = lead_ == 0 || (results[0].known() && single(*results[0].constant, 0) != 0);
    const bool starts = !iterations_.condition ||
                        (iterations_.condition->known() && single(*iterations_.condition->constant, 0) != 0);
    const nook::DType truth = lead_ ? results[0].type : kTruth;
    if (truth != kTruth || (lead_ && elements_of(results[0].shape) != 1))
      return "body: its condition must be one bool";
    if (goes_on && starts && !iterations_.count) return "it never ends: its condition is constant";
    m_.back_to(before);
    if (!goes_on || !starts) {
      const Value first = in_memory(m_, m_.reshaped(iterations_.condition.value_or(known_truth(true)), {1}));
      decided_ = place_for(m_, first, m_.node().out[0] + "_goes_on");
      carried_.add(m_.plain(first), decided_->id);
    }
    for (size_t k = states_.size(); lead_ + k < results.size(); ++k)
      if (m_.wanted(k))
        if (const std::string why = gather_result(k, results[lead_ + k]); !why.empty()) return why;
    for (size_t k = results.size() - lead_; k < m_.node().out.size(); ++k)
      if (m_.wanted(k)) return "body: it does not return result " + std::to_string(k);
    return {};
  }

  // Allocates the slices of all iterations.
  std::string gather_result(size_t k, const Value& part) {
    if (decided_ || !iterations_.count->known())
      return "the length of result " + std::to_string(k) + " is computed when the model runs";
    if (part.type != kReal && !is_whole(part.type))
      return "result " + std::to_string(k) + ": need float32 or int32 to concatenate the iterations";
    const size_t i = k - states_.size();
    Gathered made{k,
                  i < iterations_.axes.size() ? iterations_.axes[i] : 0,
                  i < iterations_.backwards.size() && iterations_.backwards[i],
                  {}};
    Dims shape = part.shape;
    if (!fix_axis(static_cast<int64_t>(shape.size()) + 1, &made.axis))
      return "scan_output_axes: no such axis";
    shape.insert(shape.begin() + made.axis, integers_of(*iterations_.count->constant)[0]);
    const TensorId nothing = part.type == kReal ? m_.plain(real_constant(0)) : m_.add_ints({0}, {});
    const TensorId first = m_.fresh(shape, part.type), now = m_.fresh(shape, part.type);
    m_.emit(nook::Fill::Attrs{}, {m_.add_ints(narrow(shape)), nothing}, {first});
    m_.set_name(now, name_of(k));
    made.all = m_.value(now, shape, plain_order(shape.size()), part.type);
    carried_.add(first, now);
    gathered_.push_back(made);
    return m_.trouble();
  }

  // Ends the loop after the last iteration.
  void limit() {
    Value goes_on = decided_ ? *decided_ : Value();
    if (iterations_.count) {
      const Value count = in_memory(m_, m_.reshaped(*iterations_.count, {1}));
      const Value more = binary(m_, nook::Less::Attrs{}, number_, count, kTruth);
      goes_on = decided_ ? binary(m_, nook::LogicalAnd::Attrs{}, more, goes_on, kTruth) : more;
    }
    m_.regions().break_unless(goes_on.id);
  }

  // The index of the iteration, counted from the end if `backwards`; one dimension.
  Value place(bool backwards) {
    if (!backwards) return m_.value(number_.id, {1}, {0}, kWhole);
    const auto last = static_cast<int32_t>(integers_of(*iterations_.count->constant)[0] - 1);
    return binary(m_, nook::Sub::Attrs{}, whole_constant(m_, {last}, {1}),
                  m_.value(number_.id, {1}, {0}, kWhole), kWhole);
  }

  Value part(size_t i) {
    const Iterations::Scanned& scanned = iterations_.scanned[i];
    Dims shape = whole_[i].shape;
    shape[static_cast<size_t>(scanned.axis)] = 1;
    nook::Gather::Attrs attrs;
    attrs.axis = place_of(whole_[i].order, scanned.axis);
    const TensorId made = m_.like(whole_[i].id, dims_in(shape, whole_[i].order));
    m_.emit(attrs, {whole_[i].id, place(scanned.backwards).id}, {made});
    const Value one = m_.value(made, shape, whole_[i].order, whole_[i].type);
    shape.erase(shape.begin() + scanned.axis);
    return m_.reshaped(one, shape);
  }

  TensorId with_part(const Gathered& g, const Value& result) {
    Dims shape = result.shape;
    shape.insert(shape.begin() + g.axis, 1);
    const TensorId part = m_.plain(m_.reshaped(in_place(m_, result), shape));
    std::vector<int32_t> along(shape.size(), 0);
    along[static_cast<size_t>(g.axis)] = 1;
    const Dims rank = {static_cast<int64_t>(shape.size())};
    // Evaluated here because the order of argument evaluation is unspecified.
    const Value start = place(g.backwards);
    const Value axis = whole_constant(m_, along, rank);
    const Value at = binary(m_, nook::Mul::Attrs{}, start, axis, kWhole);
    const TensorId next = m_.like(g.all.id, g.all.shape);
    m_.emit(nook::DynamicUpdateSlice::Attrs{}, {g.all.id, part, m_.plain(at)}, {next});
    return next;
  }

  Mapper& m_;
  const Iterations& iterations_;
  size_t lead_;   // results before the states
  Value number_;  // number of the iteration
  std::optional<Value> decided_;
  std::vector<Value> states_, whole_;
  std::vector<Gathered> gathered_;
  Carried carried_;
};

}  // namespace

Value known_number(int64_t number) {
  return {
      TensorId::kNone, shared(make_constant(kWhole, {}, std::vector<int64_t>{number})), kWhole, {}, {}, {}};
}

Value known_truth(bool is) {
  return {TensorId::kNone, shared(make_constant(kTruth, {}, std::vector<int64_t>{is})), kTruth, {}, {}, {}};
}

std::string map_iterations(Mapper& m, const Iterations& iterations) { return Loop(m, iterations).run(); }

std::string map_branches(Mapper& m) {
  const Value condition = m.raw(0);
  if (condition.type != kTruth || elements_of(condition.shape) != 1) return "its condition must be one bool";
  const Mapper::Forms forms = m.forms();
  m.regions().begin_if(m.settled(condition).id, m.node().op);
  std::vector<Value> given, results;
  std::vector<TensorId> places;
  bool refused = false;
  std::string differ;
  for (const char* const branch : {"then_branch", "else_branch"}) {
    const bool is_then = branch[0] == 't';
    const size_t from = m.node_count();
    if (!is_then) m.regions().begin_else();
    if (const std::string why = m.run_inner(branch, {}, &results); !why.empty()) return why;
    refused |= m.refused_inside();
    if (refused) continue;
    if (results.size() != m.node().out.size())
      return std::string(branch) + ": need " + std::to_string(m.node().out.size()) + " results, have " +
             std::to_string(results.size());
    std::vector<TensorId> values;
    for (size_t k = 0; k < results.size(); ++k) {
      const Value result = in_place(m, results[k]);
      if (is_then) {
        given.push_back(place_for(m, result, m.node().out[k]));
        places.push_back(given[k].id);
      } else if (result.shape != given[k].shape || result.type != given[k].type) {
        return "result " + std::to_string(k) + " has another shape or type in each branch";
      }
      values.push_back(m.stored(result, given[k].order));
    }
    m.regions().give(from, places, values);
    m.set_forms(forms);
  }
  if (refused) {
    m.refuse_inside();
    return {};
  }
  m.regions().end_if();
  m.regions().done(-1, places);
  for (size_t k = 0; k < given.size(); ++k) m.give(k, given[k]);
  return {};
}

}  // namespace nookc::onnx
