#include "nookc/middle/passes/drop_dead.h"

#include <algorithm>

#include "nookc/core/invariant.h"

namespace nookc {

std::vector<bool> live_nodes(const Graph& graph) {
  std::vector<bool> needed(graph.tensors.size()), live(graph.nodes.size());
  for (TensorId t : graph.outputs) needed[index(t)] = true;
  for (size_t i = graph.nodes.size(); i-- > 0;) {  // backwards, because readers come after writers
    const Node& node = graph.nodes[i];
    live[i] = !node.erased() && has_state(graph, node);
    for (TensorId t : node.out) live[i] = live[i] || needed[index(t)];
    if (!live[i]) continue;
    for (TensorId t : node.in)
      if (t != TensorId::kNone) needed[index(t)] = true;
  }
  return live;
}

int drop_dead(Graph& graph) {
  const std::vector<bool> live = live_nodes(graph);
  int dropped = 0;
  for (size_t i = 0; i < live.size(); ++i) {
    if (live[i] || graph.nodes[i].erased()) continue;
    const auto output = [&](TensorId t) {
      return std::ranges::find(graph.outputs, t) != graph.outputs.end();
    };
    invariant([&] { return std::ranges::none_of(graph.nodes[i].out, output); }, "outputs stay");
    graph.nodes[i] = Node{};
    ++dropped;
  }
  return dropped;
}

void drop_unused_tensors(Graph& graph) {
  invariant(graph.regions.empty(), "regions name tensors, too");
  std::vector<bool> used(graph.tensors.size());
  const auto each = [&](const auto& visit) {
    for (Node& node : graph.nodes)
      for (auto* side : {&node.in, &node.out})
        for (TensorId& t : *side)
          if (t != TensorId::kNone) visit(t);
    for (auto* side : {&graph.inputs, &graph.outputs})
      for (TensorId& t : *side) visit(t);
  };
  each([&](TensorId& t) { used[index(t)] = true; });
  std::vector<TensorId> now(graph.tensors.size());
  std::vector<Tensor> kept;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    now[i] = static_cast<TensorId>(kept.size());
    kept.push_back(std::move(graph.tensors[i]));
  }
  graph.tensors = std::move(kept);
  each([&](TensorId& t) { t = now[index(t)]; });
}

}  // namespace nookc
