#include "nookc/lower/insert_copies.h"

#include <algorithm>

namespace nookc {

int insert_copies(Graph& graph) {
  int copies = 0;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const TensorId t = graph.outputs[i];
    const auto here = graph.outputs.begin() + static_cast<ptrdiff_t>(i);
    const bool twice = std::find(graph.outputs.begin(), here, t) != here;
    if (!graph.is_input(t) && !graph[t].constant() && !twice) continue;
    Tensor copy = graph[t];
    copy.name += "_copy" + std::to_string(i);
    copy.data = nullptr;
    copy.variable = false;
    Node node;
    node.attrs = nook::Reshape::Attrs{};
    node.in = {t};
    node.out = {graph.add(std::move(copy))};
    graph.outputs[i] = node.out[0];
    graph.nodes.push_back(std::move(node));
    ++copies;
  }
  return copies;
}

}  // namespace nookc
