#include "nookc/middle/passes/recurrent/roll_steps.h"

#include <algorithm>
#include <map>
#include <queue>

#include "nook/ops/families/recurrent.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/recurrent/layer.h"
#include "nookc/middle/passes/recurrent/sequence.h"
#include "nookc/middle/passes/recurrent/unrolled.h"

namespace nookc {
namespace {

using nook::OpCode;

// A tensor that others read in place of a step's: the state after step `step`.
struct Shown {
  TensorId t;
  size_t step;
  bool cell;
};

// One layer that becomes a layer.
struct Roll {
  Graph& graph;
  const Users& users;
  UnrolledLayer layer;
  int32_t batch = 0;
  std::set<size_t> inside;           // nodes that the layer replaces
  std::map<TensorId, Shown> states;  // hidden states and cells of all steps
  std::vector<size_t> joins;         // nodes that stack all hidden states
  std::vector<Shown> shown;
  Sequence x;

  const Cell& last() const { return layer.cells.back(); }
  TensorId root(TensorId t) const { return CellReader(graph, users).root(t); }
};

// Whether the sizes of all steps agree and no step reads the result of a later one.
bool fits(Roll& r) {
  const Cell& first = r.layer.cells[0];
  const int32_t cells = first.cells, states = r.graph[first.hidden].shape.elements();
  if (cells == 0 || states == 0) return false;
  r.batch = states / cells;
  const auto has = [&](TensorId t, int32_t elements) { return r.graph[t].shape.elements() == elements; };
  const int32_t in = width_of(first);
  if (in < 1 || !has(first.last, states) || (first.cell != TensorId::kNone && !has(first.last_cell, states)))
    return false;
  for (TensorId x : r.layer.x)
    if (!has(x, r.batch * in)) return false;
  std::vector<bool> depends(r.graph.tensors.size());
  for (const Cell& cell : r.layer.cells) depends[index(cell.hidden)] = true;
  for (const Node& node : r.graph.nodes)
    if (std::ranges::any_of(node.in, [&](TensorId t) { return t != TensorId::kNone && depends[index(t)]; }))
      for (TensorId t : node.out) depends[index(t)] = true;
  return !depends[index(first.last)] &&
         std::ranges::none_of(r.layer.x, [&](TensorId t) { return depends[index(t)]; });
}

// Removes the makers of the layer's operands, and other names of these, from the nodes that it replaces.
void keep_inputs(Roll& r) {
  std::vector<TensorId> needed = r.layer.x;
  needed.push_back(r.layer.cells[0].last);
  if (r.last().cell != TensorId::kNone) needed.push_back(r.layer.cells[0].last_cell);
  while (!needed.empty()) {
    const Node* const node = r.users.producer(needed.back());
    needed.pop_back();
    if (!node || r.inside.erase(static_cast<size_t>(node - r.graph.nodes.data())) == 0) continue;
    for (TensorId t : node->in)
      if (t != TensorId::kNone) needed.push_back(t);
  }
  std::erase_if(r.inside, [&](size_t n) {
    const TensorId t = r.graph.nodes[n].out[0];
    return r.root(t) != t && !r.states.contains(r.root(t));
  });
}

// Whether a node stacks the hidden states of all steps as the layer's sequence has them.
bool is_join(const Roll& r, const Node& node) {
  const bool packs = !node.erased() && op_code(node) == OpCode::kPack;
  const size_t steps = r.layer.steps();
  if ((!packs && joined_axis(r.graph, node) < 0) || node.in.size() != steps) return false;
  if (r.batch != 1 && (!packs || *axis_of(node.attrs) != (r.x.time_major ? 0 : 1))) return false;
  for (size_t k = 0; k < steps; ++k)
    if (node.in[k] == TensorId::kNone ||
        r.root(node.in[k]) != r.layer.cells[r.x.reverse ? steps - 1 - k : k].hidden)
      return false;
  return true;
}

void find_joins(Roll& r) {
  for (size_t n = 0; n < r.graph.nodes.size(); ++n) {
    if (r.graph.nodes[n].erased() || !is_join(r, r.graph.nodes[n])) continue;
    r.joins.push_back(n);
    CellReader reader(r.graph, r.users);
    for (TensorId t : r.graph.nodes[n].in) reader.root(t);
    r.inside.insert(n), r.inside.insert(reader.read().begin(), reader.read().end());
  }
}

// Finds the states that others read; false: they read something else, too.
bool find_shown(Roll& r) {
  std::set<TensorId> read(r.graph.outputs.begin(), r.graph.outputs.end());
  for (size_t n = 0; n < r.graph.nodes.size(); ++n)
    if (!r.inside.contains(n)) read.insert(r.graph.nodes[n].in.begin(), r.graph.nodes[n].in.end());
  for (size_t n : r.inside) {
    if (std::ranges::find(r.joins, n) != r.joins.end()) continue;
    for (TensorId t : r.graph.nodes[n].out) {
      if (!read.contains(t)) continue;
      const auto state = r.states.find(r.root(t));
      if (state == r.states.end()) return false;
      if (state->second.cell && state->second.step + 1 != r.layer.steps()) return false;
      r.shown.push_back({t, state->second.step, state->second.cell});
    }
  }
  return true;
}

// An UNPACK of the hidden states of all steps.
Node unpacked(Roll& r, TensorId sequence, std::vector<TensorId>* steps) {
  Node node;
  nook::Unpack::Attrs attrs;
  attrs.axis = r.x.time_major ? 0 : 1;
  node.attrs = attrs;
  node.in = {sequence};
  for (size_t k = 0; k < r.layer.steps(); ++k) {
    Tensor t;
    t.name = r.graph[r.layer.cells[k].hidden].name + "_step", t.type = nook::DType::kF32;
    t.shape = {{r.batch, r.last().cells}, 2};
    node.out.push_back(r.graph.add(std::move(t)));
  }
  *steps = node.out;
  if (r.x.reverse) std::ranges::reverse(*steps);
  return node;
}

// The nodes that take the place of the steps.
std::vector<Node> layer_of(Roll& r) {
  const Cell& first = r.layer.cells[0];
  const size_t steps = r.layer.steps();
  const auto shows = [&](const auto& which) { return std::ranges::any_of(r.shown, which); };
  const bool inner = shows([&](const Shown& s) { return !s.cell && s.step + 1 < steps; });
  const bool cell = first.cell != TensorId::kNone;
  const LayerPlan plan = {first,
                          r.x.x,
                          r.x.time_major,
                          r.x.reverse,
                          static_cast<int32_t>(steps),
                          r.batch,
                          unless_zeros(r.graph, r.users, first.last),
                          cell ? unless_zeros(r.graph, r.users, first.last_cell) : TensorId::kNone,
                          inner || !r.joins.empty(),
                          shows([&](const Shown& s) { return !s.cell && s.step + 1 == steps; }),
                          shows([](const Shown& s) { return s.cell; })};
  LayerResults results;
  std::vector<Node> nodes = std::move(r.x.nodes);
  for (Node& node : make_layer(r.graph, plan, &results)) nodes.push_back(std::move(node));
  nodes.back().source = r.graph.nodes[*r.inside.rbegin()].source;
  for (size_t n : r.inside)
    if (r.graph.nodes[n].source >= 0) nodes.back().folded.push_back(r.graph.nodes[n].source);
  std::vector<TensorId> each;
  if (inner) nodes.push_back(unpacked(r, results.sequence, &each));
  NamedResults named(r.graph, nodes);
  for (size_t join : r.joins) named.name(results.sequence, r.graph.nodes[join].out[0]);
  for (const Shown& s : r.shown)
    named.name(s.cell ? results.last_cell : s.step + 1 < steps ? each[s.step] : results.last, s.t);
  return nodes;
}

// Puts every node after the makers of its operands, otherwise in the order of `places`.
void sort_nodes(Graph& graph, const std::vector<size_t>& places) {
  std::vector<size_t> maker(graph.tensors.size(), SIZE_MAX), missing(graph.nodes.size());
  std::vector<std::vector<size_t>> readers(graph.nodes.size());
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    for (TensorId t : graph.nodes[n].out) maker[index(t)] = n;
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    for (TensorId t : graph.nodes[n].in)
      if (t != TensorId::kNone && maker[index(t)] != SIZE_MAX)
        readers[maker[index(t)]].push_back(n), ++missing[n];
  std::priority_queue<std::pair<size_t, size_t>, std::vector<std::pair<size_t, size_t>>, std::greater<>>
      ready;
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    if (missing[n] == 0) ready.emplace(places[n], n);
  std::vector<Node> sorted;
  while (!ready.empty()) {
    const size_t n = ready.top().second;
    ready.pop();
    for (size_t reader : readers[n])
      if (--missing[reader] == 0) ready.emplace(places[reader], reader);
    sorted.push_back(std::move(graph.nodes[n]));
  }
  invariant(sorted.size() == graph.nodes.size(), "no layer reads what it computes");
  graph.nodes = std::move(sorted);
}

bool roll(Graph& graph, const Users& users, UnrolledLayer layer) {
  Roll r{graph, users, std::move(layer), 0, {}, {}, {}, {}, {}};
  if (!fits(r)) return false;
  for (size_t k = 0; k < r.layer.steps(); ++k) {
    const Cell& cell = r.layer.cells[k];
    r.inside.insert(cell.nodes.begin(), cell.nodes.end());
    r.states.insert({cell.hidden, {cell.hidden, k, false}});
    if (cell.cell != TensorId::kNone) r.states.insert({cell.cell, {cell.cell, k, true}});
  }
  keep_inputs(r);
  r.x = sequence_of(graph, users, r.layer.x, r.batch);
  find_joins(r);
  if (!find_shown(r)) return false;
  const size_t place = *r.inside.rbegin();
  const std::vector<Node> made = layer_of(r);
  std::vector<size_t> places(graph.nodes.size());
  for (size_t n = 0; n < places.size(); ++n) places[n] = n;
  for (size_t n : r.inside) graph.nodes[n] = Node{};
  for (const Node& node : made) graph.nodes.push_back(node), places.push_back(place);
  sort_nodes(graph, places);
  return true;
}

int roll_all(Graph& graph, bool hard) {
  const auto stays = [&](const Node& node) { return !node.erased() && has_state(graph, node); };
  if (!graph.regions.empty() || std::ranges::any_of(graph.nodes, stays)) return 0;
  int rolled = 0;
  for (bool more = true; more;) {
    more = false;
    const Users users(graph);
    for (UnrolledLayer& layer : find_unrolled(graph, users)) {
      const int steps = static_cast<int>(layer.steps());
      if (!hard && layer.cells[0].gate == kNookRecurrentHardSigmoid) continue;
      if (!roll(graph, users, std::move(layer))) continue;
      rolled += steps, more = true;
      break;  // the order of the nodes is another now
    }
  }
  return rolled;
}

}  // namespace

int roll_steps(Graph& graph) { return roll_all(graph, true); }
int roll_soft_steps(Graph& graph) { return roll_all(graph, false); }

}  // namespace nookc
