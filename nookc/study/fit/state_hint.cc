#include "nookc/study/fit/state_hint.h"

#include <algorithm>
#include <optional>

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"

namespace nookc {
namespace {

// The first state of a layer and its last one; kNone: the layer does not have it.
struct Pair {
  TensorId first, last;
};

TensorId operand(const Node& node, size_t i) { return i < node.in.size() ? node.in[i] : TensorId::kNone; }

template <class Attrs>
Pair hidden_of(const Node& node, const Attrs& attrs, size_t first) {
  return {operand(node, first), attrs.last ? node.out[attrs.sequence ? 1 : 0] : TensorId::kNone};
}

std::vector<Pair> states_of(const Graph& graph, const Node& node) {
  const auto one_step = [&](bool time_major) { return graph[node.in[0]].shape.dim[time_major ? 0 : 1] == 1; };
  if (node.erased()) return {};
  if (const auto* const lstm = Graph::attrs<nook::LstmLayer>(node); lstm && one_step(lstm->time_major))
    return {hidden_of(node, *lstm, 16), {operand(node, 17), lstm->cell ? node.out.back() : TensorId::kNone}};
  if (const auto* const gru = Graph::attrs<nook::GruLayer>(node); gru && one_step(gru->time_major))
    return {hidden_of(node, *gru, 11)};
  if (const auto* const rnn = Graph::attrs<nook::RnnLayer>(node); rnn && one_step(rnn->time_major))
    return {hidden_of(node, *rnn, 4)};
  return {};
}

bool moves(const Node& node) { return !node.erased() && op_code(node) == nook::OpCode::kReshape; }

// The number of the input that is this tensor in another shape.
std::optional<size_t> input_of(const Graph& graph, TensorId t) {
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
    if (moves(*node) && node->out[0] == t) t = node->in[0];
  const auto found = std::ranges::find(graph.inputs, t);
  if (found == graph.inputs.end()) return {};
  return static_cast<size_t>(found - graph.inputs.begin());
}

// The number of an output that is this tensor in another shape.
std::optional<size_t> output_of(const Graph& graph, TensorId t) {
  std::vector<TensorId> same = {t};
  for (const Node& node : graph.nodes)
    if (moves(node) && std::ranges::find(same, node.in[0]) != same.end()) same.push_back(node.out[0]);
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (std::ranges::find(same, graph.outputs[i]) != same.end()) return i;
  return {};
}

}  // namespace

std::string state_options(const Graph& graph) {
  std::string options;
  for (const Node& node : graph.nodes)
    for (const Pair& state : states_of(graph, node)) {
      if (state.first == TensorId::kNone || state.last == TensorId::kNone) continue;
      const std::optional<size_t> in = input_of(graph, state.first), out = output_of(graph, state.last);
      if (!in || !out || graph[graph.inputs[*in]].shape != graph[graph.outputs[*out]].shape) continue;
      options += (options.empty() ? "--state " : " --state ") + graph.input_names[*in] + "=" +
                 graph.output_names[*out];
    }
  return options;
}

}  // namespace nookc
