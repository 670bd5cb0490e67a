#include "nookc/passes/drop_dead.h"

namespace nookc {

int drop_dead(Graph& graph) {
  std::vector<bool> needed(graph.tensors.size());
  for (TensorId t : graph.outputs) needed[index(t)] = true;
  int dropped = 0;
  for (size_t i = graph.nodes.size(); i-- > 0;) {  // readers come after writers
    Node& node = graph.nodes[i];
    if (node.erased()) continue;
    bool live = false;
    for (TensorId t : node.out) live = live || needed[index(t)] || graph[t].variable;
    if (!live) {
      node = Node{};
      ++dropped;
      continue;
    }
    for (TensorId t : node.in)
      if (t != TensorId::kNone) needed[index(t)] = true;
  }
  return dropped;
}

}  // namespace nookc
