#include "nookc/middle/passes/recurrent/roll_loops.h"

#include <algorithm>
#include <map>
#include <optional>

#include "nook/ops/gather/gather_op.h"
#include "nookc/graph/integers.h"
#include "nookc/middle/passes/recurrent/layer.h"
#include "nookc/middle/passes/recurrent/sequence.h"
#include "nookc/middle/passes/recurrent/unrolled.h"

namespace nookc {
namespace {

using nook::OpCode;
using Kind = RegionMark::Kind;

// A value that a loop carries from one iteration to the next.
struct CarriedValue {
  TensorId now, first, next;
};

// A loop that counts, without control flow inside.
struct CountedLoop {
  size_t mark;        // kLoop; kBreakUnless, kEndLoop and kDone follow
  size_t begin, end;  // nodes, with the copies before the loop
  std::vector<CarriedValue> carried;
  std::vector<TensorId> counters;  // 0, 1, 2 ...
  int32_t steps = 0;
};

struct Search {
  Graph& graph;
  const Users& users;
  CountedLoop loop;
  std::optional<Cell> cell;
  TensorId x = TensorId::kNone;  // [steps][batch][in]

  TensorId root(TensorId t) const { return CellReader(graph, users).root(t); }
  const Node* maker(TensorId t, OpCode code) const {
    const Node* const node = users.producer(root(t));
    return node && !node->erased() && op_code(*node) == code ? node : nullptr;
  }
  size_t place(TensorId t) const {
    const Node* const node = users.producer(t);
    return node ? static_cast<size_t>(node - graph.nodes.data()) : SIZE_MAX;
  }
  bool within(TensorId t) const { return place(t) >= loop.begin && place(t) < loop.end; }
  bool counts(TensorId t) const { return std::ranges::find(loop.counters, root(t)) != loop.counters.end(); }
};

// The one integer of a constant.
std::optional<int64_t> number_of(const Search& s, TensorId t) {
  const std::vector<int64_t> all = integers_of(s.graph, s.root(t));
  return all.size() == 1 ? std::optional(all[0]) : std::nullopt;
}

// Finds the values that the loop carries; false: one of them is not copied at both ends.
bool find_carried(Search& s) {
  const std::vector<RegionMark>& marks = s.graph.regions.marks;
  const size_t mark = s.loop.mark;
  constexpr Kind kSimple[] = {Kind::kLoop, Kind::kBreakUnless, Kind::kEndLoop, Kind::kDone};
  for (size_t i = 0; i < std::size(kSimple); ++i)
    if (mark + i >= marks.size() || marks[mark + i].kind != kSimple[i]) return false;
  const size_t body = marks[mark].at;
  s.loop.begin = body, s.loop.end = marks[mark + 2].at;
  for (TensorId now : marks[mark].carried) {
    CarriedValue c{now, TensorId::kNone, TensorId::kNone};
    for (const auto& [value, to] : s.graph.regions.joined) {
      if (value == now) return false;
      if (to != now) continue;
      const Node* const copy = s.users.producer(value);
      if (!copy || s.place(value) >= s.loop.end) return false;
      (s.place(value) < body ? c.first : c.next) = s.root(copy->in[0]);
      s.loop.begin = std::min(s.loop.begin, s.place(value));
    }
    if (c.first == TensorId::kNone || c.next == TensorId::kNone) return false;
    s.loop.carried.push_back(c);
  }
  return true;
}

// Finds the counters and the number of steps.
bool count_steps(Search& s, TensorId condition) {
  for (const CarriedValue& c : s.loop.carried) {
    const Node* const add = s.maker(c.next, OpCode::kAdd);
    if (!add || number_of(s, c.first) != 0) continue;
    const bool counts = (s.root(add->in[0]) == c.now && number_of(s, add->in[1]) == 1) ||
                        (s.root(add->in[1]) == c.now && number_of(s, add->in[0]) == 1);
    if (counts) s.loop.counters.push_back(c.now);
  }
  std::vector<TensorId> all = {condition};
  std::optional<int64_t> steps;
  while (!all.empty()) {
    const TensorId t = all.back();
    all.pop_back();
    if (const Node* const both = s.maker(t, OpCode::kLogicalAnd)) {
      all.insert(all.end(), both->in.begin(), both->in.end());
      continue;
    }
    const Node* const less = s.maker(t, OpCode::kLess);
    const auto limit = less && s.counts(less->in[0]) ? number_of(s, less->in[1]) : std::nullopt;
    if (!limit || *limit < 1 || *limit > INT32_MAX) return false;
    steps = std::min(steps.value_or(*limit), *limit);
  }
  s.loop.steps = static_cast<int32_t>(*steps);
  return true;
}

// Finds the cell whose states the loop carries.
bool find_cell(Search& s) {
  for (const CarriedValue& c : s.loop.carried) {
    const Node* const node = s.within(c.next) ? s.users.producer(c.next) : nullptr;
    std::optional<Cell> cell = node ? cell_of(s.graph, s.users, *node) : std::nullopt;
    if (!cell || std::ranges::find(cell->sources, c.now) == cell->sources.end()) continue;
    if (cell->kind == CellKind::kGru && cell->last != c.now) continue;
    const auto keeps = [&](const CarriedValue& k) {
      return k.now == cell->last_cell && k.next == cell->cell;
    };
    if (cell->kind == CellKind::kLstm && std::ranges::none_of(s.loop.carried, keeps)) continue;
    cell->last = c.now;
    s.cell = std::move(cell);
    return true;
  }
  return false;
}

// Finds the sequence from which an iteration reads an element: it comes from outside of the loop.
bool find_sequence(Search& s) {
  const Node* const part = s.maker(set_last(*s.cell, s.cell->last), OpCode::kGather);
  const auto* attrs = part ? Graph::attrs<nook::Gather>(*part) : nullptr;
  if (!attrs || attrs->batch_dims != 0 || !s.counts(part->in[1])) return false;
  s.x = part->in[0];
  const nook::Shape& x = s.graph[s.x].shape;
  const int32_t width = width_of(*s.cell), states = s.graph[s.cell->hidden].shape.elements();
  if (width < 1 || states == 0 || s.cell->cells == 0) return false;
  if (int64_t{x.elements()} != int64_t{s.loop.steps} * width * (states / s.cell->cells)) return false;
  const bool carried =
      std::ranges::any_of(s.loop.carried, [&](const CarriedValue& c) { return c.now == s.root(s.x); });
  const bool first = attrs->axis == 0 || attrs->axis == -x.rank;
  return first && !carried && !s.within(s.x) && x.rank > 0 && x.dim[0] == s.loop.steps;
}

// Whether a carried value is the result that collects the hidden states: all[t] = hidden, or with `one` the
// last of them.
bool collects(const Search& s, const CarriedValue& c, bool one) {
  const Node* const update = s.maker(c.next, OpCode::kDynamicUpdateSlice);
  const int32_t hidden = s.graph[s.cell->hidden].shape.elements();
  if (!update || s.root(update->in[0]) != c.now || s.root(update->in[1]) != s.cell->hidden) return false;
  const nook::Shape& all = s.graph[c.now].shape;
  if (all.rank < 1 || all.dim[0] != (one ? 1 : s.loop.steps) || all.elements() != all.dim[0] * hidden)
    return false;
  const std::vector<int64_t> fixed = integers_of(s.graph, s.root(update->in[2]));
  const auto zero = [](int64_t x) { return x == 0; };
  if (!fixed.empty()) return (one || s.loop.steps == 1) && std::ranges::all_of(fixed, zero);
  if (one && s.loop.steps != 1) return false;
  if (const Node* const at = s.maker(update->in[2], OpCode::kMul))
    for (const size_t k : {0, 1}) {
      std::vector<int64_t> axes = integers_of(s.graph, s.root(at->in[1 - k]));
      if (s.counts(at->in[k]) && !axes.empty() && axes[0] == 1 &&
          std::all_of(axes.begin() + 1, axes.end(), zero))
        return true;
    }
  const Node* at = s.maker(update->in[2], OpCode::kPack);
  if (!at) at = s.maker(update->in[2], OpCode::kConcatenation);
  return at && s.counts(at->in[0]) &&
         std::all_of(at->in.begin() + 1, at->in.end(), [&](TensorId t) { return number_of(s, t) == 0; });
}

// The part of a carried value in the layer.
enum class Role : uint8_t { kCounter, kHidden, kCell, kAll, kLast, kOther };

Role role_of(const Search& s, const CarriedValue& c) {
  if (s.counts(c.now)) return Role::kCounter;
  if (c.now == s.cell->last) return Role::kHidden;
  if (c.now == s.cell->last_cell) return Role::kCell;
  if (c.next == s.cell->hidden) return Role::kLast;  // a list of one element, which each iteration replaces
  if (collects(s, c, false)) return Role::kAll;
  return collects(s, c, true) ? Role::kLast : Role::kOther;
}

// Whether nothing but the states and the collected result is read after the loop, and nothing else happens
// inside.
bool is_all(const Search& s) {
  std::set<TensorId> made;
  for (size_t n = s.loop.begin; n < s.loop.end; ++n) {
    const Node& node = s.graph.nodes[n];
    if (!node.erased() && has_state(s.graph, node)) return false;
    made.insert(node.out.begin(), node.out.end());
  }
  for (const CarriedValue& c : s.loop.carried) {
    const Role role = role_of(s, c);
    if (role == Role::kOther) return false;
    if (role == Role::kCounter) made.insert(c.now);
  }
  const auto inside = [&](TensorId t) { return made.contains(t); };
  for (size_t n = s.loop.end; n < s.graph.nodes.size(); ++n)
    if (std::ranges::any_of(s.graph.nodes[n].in, inside)) return false;
  return std::ranges::none_of(s.graph.outputs, inside);
}

// Removes the loop's marks and the names that its values share.
void remove_region(Search& s) {
  GraphRegions& regions = s.graph.regions;
  std::set<TensorId> names;
  for (const CarriedValue& c : s.loop.carried) names.insert(c.now);
  for (const auto& [value, to] : regions.joined)
    if (names.contains(to)) names.insert(value);
  std::erase_if(regions.joined, [&](const auto& pair) { return names.contains(pair.second); });
  std::erase_if(regions.copied, [&](TensorId t) { return names.contains(t); });
  const auto mark = regions.marks.begin() + static_cast<ptrdiff_t>(s.loop.mark);
  regions.marks.erase(mark, mark + 4);
}

// The layer takes the place of the last nodes of the loop, which has more of them.
void write_layer(Search& s) {
  const Cell& cell = *s.cell;
  const int32_t batch = s.graph[cell.hidden].shape.elements() / cell.cells;
  const auto first = [&](TensorId state) {
    const auto at = std::ranges::find(s.loop.carried, state, &CarriedValue::now);
    return at == s.loop.carried.end() ? TensorId::kNone : unless_zeros(s.graph, s.users, at->first);
  };
  const auto has = [&](Role role) {
    return std::ranges::any_of(s.loop.carried, [&](const CarriedValue& c) { return role_of(s, c) == role; });
  };
  const nook::Shape& whole = s.graph[s.x].shape;
  const nook::Shape shape = {{s.loop.steps, batch, whole.elements() / s.loop.steps / batch}, 3};
  std::vector<Node> nodes;
  TensorId x = s.x;
  if (whole != shape) {
    Tensor tensor;
    tensor.name = s.graph[x].name + "_sequence", tensor.type = nook::DType::kF32, tensor.shape = shape;
    x = s.graph.add(std::move(tensor));
    nodes.push_back(renamed(s.x, x));
  }
  const LayerPlan plan = {cell,
                          x,
                          true,
                          false,
                          s.loop.steps,
                          batch,
                          first(cell.last),
                          first(cell.last_cell),
                          has(Role::kAll),
                          true,
                          cell.kind == CellKind::kLstm};
  LayerResults results;
  for (Node& node : make_layer(s.graph, plan, &results)) nodes.push_back(std::move(node));
  nodes.back().source = s.graph.regions.marks[s.loop.mark + 3].source;
  NamedResults named(s.graph, nodes);
  for (const CarriedValue& c : s.loop.carried) {
    const Role role = role_of(s, c);
    if (role == Role::kCounter) continue;
    const TensorId result = role == Role::kAll    ? results.sequence
                            : role == Role::kCell ? results.last_cell
                                                  : results.last;
    named.name(result, c.now);
  }
  invariant(nodes.size() <= s.loop.end - s.loop.begin, "a loop has more operators than a layer");
  remove_region(s);
  for (size_t n = s.loop.begin; n < s.loop.end; ++n) s.graph.nodes[n] = Node{};
  std::ranges::move(nodes, s.graph.nodes.begin() + static_cast<ptrdiff_t>(s.loop.end - nodes.size()));
}

bool roll_loop(Graph& graph, size_t mark) {
  const Users users(graph);
  Search s{graph, users, {mark, 0, 0, {}, {}, 0}, {}, TensorId::kNone};
  if (!find_carried(s) || !count_steps(s, graph.regions.marks[mark + 1].condition)) return false;
  if (!find_cell(s) || !find_sequence(s) || !is_all(s)) return false;
  write_layer(s);
  return true;
}

}  // namespace

int roll_loops(Graph& graph) {
  int rolled = 0;
  for (size_t mark = 0; mark < graph.regions.marks.size();) {
    if (graph.regions.marks[mark].kind == Kind::kLoop && roll_loop(graph, mark)) {
      ++rolled;
    } else {
      ++mark;
    }
  }
  return rolled;
}

}  // namespace nookc
