#include "nookc/middle/passes/recurrent/layer.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "nook/ops/fill/fill_op.h"
#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

struct LayerMaker {
  Graph& graph;
  const LayerPlan& plan;
  std::vector<Node> nodes;

  TensorId plain(const nook::Shape& shape, const std::string& suffix) {
    Tensor t;
    t.name = graph[plan.cell.hidden].name + suffix, t.type = nook::DType::kF32, t.shape = shape;
    return graph.add(std::move(t));
  }
  TensorId constant(const nook::Shape& shape, std::span<const float> numbers, const std::string& suffix) {
    const TensorId t = plain(shape, suffix);
    auto bytes = std::make_shared<Bytes>(numbers.size_bytes());
    std::memcpy(bytes->data(), numbers.data(), numbers.size_bytes());
    graph[t].data = std::move(bytes);
    return t;
  }
};

// The rows of a matrix that one gate multiplies.
template <class T>
std::vector<T> rows_of(const LayerMaker& m, const MatrixPart& part, std::span<const T> all) {
  const auto width = static_cast<size_t>(m.graph[part.matrix].shape.dim[1]);
  std::vector<T> own;
  for (int32_t r = 0; r < m.plan.cell.cells; ++r) {
    const size_t from = static_cast<size_t>(part.row + r) * width + static_cast<size_t>(part.column);
    const auto row = all.subspan(from, static_cast<size_t>(part.columns));
    own.insert(own.end(), row.begin(), row.end());
  }
  return own;
}

TensorId matrix(LayerMaker& m, const Sum& gate, bool recurrent) {
  const auto at = std::ranges::find_if(
      gate.products, [&](const Product& p) { return (p.x == m.plan.cell.last) == recurrent; });
  const MatrixPart& part = at->part;
  const nook::Shape shape = {{m.plan.cell.cells, part.columns}, 2};
  const std::string suffix = recurrent ? "_recurrent" : "_weights";
  const Tensor& whole = m.graph[part.matrix];
  if (!m.plan.cell.bytes) return m.constant(shape, rows_of<float>(m, part, floats_of(whole)), suffix);
  const std::vector<std::byte> own = rows_of<std::byte>(m, part, *whole.data);
  const std::vector<float> scales = whole.scales;
  const TensorId t = m.plain(shape, suffix);
  m.graph[t].type = nook::DType::kS8, m.graph[t].scales = scales;
  m.graph[t].data = std::make_shared<const Bytes>(own.begin(), own.end());
  return t;
}

// The sum of a gate's biases; kNone: zeros.
TensorId bias(LayerMaker& m, const Sum& gate) {
  std::vector<float> sum(static_cast<size_t>(m.plan.cell.cells));
  for (const BiasPart& part : gate.biases) {
    const std::vector<float> all = floats_of(m.graph[part.vector]);
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] += all.size() == 1 ? all[0] : all[static_cast<size_t>(part.from) + i];
  }
  if (std::ranges::all_of(sum, [](float x) { return x == 0; })) return TensorId::kNone;
  return m.constant({{m.plan.cell.cells}, 1}, sum, "_bias");
}

// A state before the first step, [batch][cells].
TensorId first_state(LayerMaker& m, TensorId t) {
  const nook::Shape shape = {{m.plan.batch, m.plan.cell.cells}, 2};
  if (t == TensorId::kNone || m.graph[t].shape == shape) return t;
  const TensorId state = m.plain(shape, "_first");
  m.nodes.push_back(renamed(t, state));
  return state;
}

template <class Attrs>
Attrs walk(const LayerPlan& plan) {
  Attrs attrs;
  attrs.time_major = plan.time_major, attrs.reverse = plan.reverse;
  attrs.sequence = plan.sequence, attrs.last = plan.last;
  return attrs;
}

template <class Attrs>
void set_gates(const Cell& cell, Attrs& attrs) {
  attrs.gate = cell.gate, attrs.gate_alpha = cell.gate_alpha, attrs.gate_beta = cell.gate_beta;
}

Attrs attrs_of(const LayerPlan& plan) {
  if (plan.cell.kind == CellKind::kLstm) {
    auto attrs = walk<nook::LstmLayer::Attrs>(plan);
    set_gates(plan.cell, attrs);
    attrs.asymmetric = plan.cell.asymmetric;
    attrs.cell = plan.last_cell, attrs.candidate = plan.cell.candidate, attrs.output = plan.cell.output;
    return attrs;
  }
  if (plan.cell.kind == CellKind::kGru) {
    auto attrs = walk<nook::GruLayer::Attrs>(plan);
    set_gates(plan.cell, attrs);
    attrs.candidate = plan.cell.candidate, attrs.reset_after = plan.cell.reset_after;
    return attrs;
  }
  auto attrs = walk<nook::RnnLayer::Attrs>(plan);
  attrs.function = plan.cell.candidate;
  return attrs;
}

// The matrices for x, then those for the hidden state; a GRU's candidate has its own sum for the latter.
std::vector<TensorId> weights_of(LayerMaker& m) {
  const std::vector<Sum>& gates = m.plan.cell.gates;
  std::vector<TensorId> in;
  const bool gru = m.plan.cell.kind == CellKind::kGru;
  const size_t count = gru ? 3 : gates.size();
  for (size_t g = 0; g < count; ++g) in.push_back(matrix(m, gates[g], false));
  for (size_t g = 0; g < count; ++g) in.push_back(matrix(m, gates[gru && g == 2 ? 3 : g], true));
  return in;
}

}  // namespace

TensorId unless_zeros(const Graph& graph, const Users& users, TensorId t) {
  TensorId value = t;
  if (const Node* const node = users.producer(t); node && Graph::attrs<nook::Fill>(*node))
    value = node->in[1];
  const std::vector<float> all = floats_of(graph[value]);
  const bool zeros = !all.empty() && std::ranges::all_of(all, [](float x) { return x == 0; });
  return zeros ? TensorId::kNone : t;
}

Node renamed(TensorId from, TensorId to) {
  Node node;
  node.attrs = reshape();
  node.in = {from}, node.out = {to};
  return node;
}

void NamedResults::name(TensorId from, TensorId to) {
  const auto given = named_.find(from);
  const auto reads = [&](const Node& node) { return std::ranges::find(node.in, from) != node.in.end(); };
  const auto makes = [&](const Node& node) { return std::ranges::find(node.out, from) != node.out.end(); };
  if (given != named_.end() || graph_[from].shape != graph_[to].shape || std::ranges::any_of(nodes_, reads)) {
    nodes_.push_back(renamed(given != named_.end() ? given->second : from, to));
    return;
  }
  std::ranges::replace(std::ranges::find_if(nodes_, makes)->out, from, to);
  named_[from] = to;
}

std::vector<Node> make_layer(Graph& graph, const LayerPlan& plan, LayerResults* results) {
  LayerMaker m{graph, plan, {}};
  const bool lstm = plan.cell.kind == CellKind::kLstm;
  Node layer;
  layer.attrs = attrs_of(plan);
  layer.in = weights_of(m);
  layer.in.insert(layer.in.begin(), plan.x);
  if (lstm) layer.in.insert(layer.in.end(), 3, TensorId::kNone);  // peepholes
  for (const Sum& gate : plan.cell.gates) layer.in.push_back(bias(m, gate));
  layer.in.push_back(first_state(m, plan.first));
  if (lstm) layer.in.push_back(first_state(m, plan.first_cell));
  layer.in.push_back(TensorId::kNone);  // lengths
  const nook::Shape state = {{plan.batch, plan.cell.cells}, 2};
  nook::Shape sequence = {{plan.steps, plan.batch, plan.cell.cells}, 3};
  if (!plan.time_major) std::swap(sequence.dim[0], sequence.dim[1]);
  if (plan.sequence) layer.out.push_back(results->sequence = m.plain(sequence, "_sequence"));
  if (plan.last) layer.out.push_back(results->last = m.plain(state, "_last"));
  if (plan.last_cell) layer.out.push_back(results->last_cell = m.plain(state, "_cell"));
  m.nodes.push_back(std::move(layer));
  return std::move(m.nodes);
}

}  // namespace nookc
