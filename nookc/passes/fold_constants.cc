#include "nookc/passes/fold_constants.h"

#include "nookc/passes/evaluate.h"

namespace nookc {
namespace {

// A few bytes of a hostile model can ask for gigabytes, which no flash would hold.
constexpr int64_t kMostBytes = int64_t{1} << 26;

bool foldable(const Graph& graph, const Node& node) {
  if (node.erased() || node.in.empty()) return false;
  for (TensorId t : node.in)
    if (t != TensorId::kNone && !graph[t].constant()) return false;
  for (TensorId t : node.out)
    if (graph.is_output(t) || graph[t].variable || graph[t].bytes() > kMostBytes) return false;
  return true;
}

bool fold(Graph& graph, const Node& node) {
  std::vector<const void*> in;
  for (TensorId t : node.in) in.push_back(t == TensorId::kNone ? nullptr : graph[t].data->data());
  std::vector<Bytes> results = evaluate(graph, node, in);
  for (size_t i = 0; i < results.size(); ++i)
    graph[node.out[i]].data = std::make_shared<Bytes>(std::move(results[i]));
  return !results.empty();
}

}  // namespace

int fold_constants(Graph& graph) {
  int folded = 0;
  for (Node& node : graph.nodes) {
    if (!foldable(graph, node) || !fold(graph, node)) continue;
    node = Node{};
    ++folded;
  }
  return folded;
}

}  // namespace nookc
