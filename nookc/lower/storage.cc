#include "nookc/lower/storage.h"

namespace nookc {
namespace {

TensorId find(std::vector<TensorId>& root, TensorId t) {
  while (root[index(t)] != t) t = root[index(t)];
  return t;
}

}  // namespace

Storage share_storage(const Graph& graph) {
  Storage storage;
  storage.root.resize(graph.tensors.size());
  storage.view.resize(graph.nodes.size());
  std::vector<bool> placed(graph.tensors.size());  // of a root: by the application, or in the constants
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const TensorId t{static_cast<uint32_t>(i)};
    storage.root[i] = t;
    placed[i] = graph[t].constant() || graph[t].variable || graph.is_input(t) || graph.is_output(t);
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (!Graph::attrs<nook::Reshape>(node)) continue;
    const TensorId in = find(storage.root, node.in[0]), out = find(storage.root, node.out[0]);
    if (placed[index(in)] && placed[index(out)]) continue;
    if (graph[node.in[0]].bytes() != graph[node.out[0]].bytes()) continue;  // prepare() will say so
    const TensorId keep = placed[index(out)] ? out : in, give = keep == in ? out : in;
    storage.root[index(give)] = keep;
    storage.view[i] = true;
  }
  for (size_t i = 0; i < storage.root.size(); ++i)
    storage.root[i] = find(storage.root, TensorId{static_cast<uint32_t>(i)});
  return storage;
}

}  // namespace nookc
