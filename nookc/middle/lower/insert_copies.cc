#include "nookc/middle/lower/insert_copies.h"

#include <set>

#include "nookc/graph/any_attrs.h"

namespace nookc {

int insert_copies(Graph& graph) {
  int copies = 0;
  std::set<TensorId> taken(graph.inputs.begin(), graph.inputs.end());
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const TensorId t = graph.outputs[i];
    if (!taken.contains(t) && !graph[t].constant() && !graph[t].variable) {
      taken.insert(t);
      continue;
    }
    Tensor copy = graph[t].computed("_copy" + std::to_string(i));
    copy.source = graph[t].source;
    Node node;
    node.attrs = reshape();
    node.in = {t};
    node.out = {graph.add(std::move(copy))};
    graph.outputs[i] = node.out[0];
    graph.nodes.push_back(std::move(node));
    ++copies;
  }
  return copies;
}

}  // namespace nookc
