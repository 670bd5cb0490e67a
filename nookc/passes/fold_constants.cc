#include "nookc/passes/fold_constants.h"

#include "nookc/lower/prepare_node.h"

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

// Runs the reference kernel; false when prepare() refuses the node.
bool evaluate(Graph& graph, const Node& node) {
  std::vector<uint64_t> memory((size_t{1} << 20) / 8);
  nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared || !prepared->invoke) return false;

  std::vector<const void*> in;
  for (TensorId t : node.in) in.push_back(t == TensorId::kNone ? nullptr : graph[t].data->data());
  std::vector<std::shared_ptr<Bytes>> results;
  std::vector<void*> out;
  for (TensorId t : node.out) {
    results.push_back(std::make_shared<Bytes>(static_cast<size_t>(graph[t].bytes())));
    out.push_back(results.back()->data());
  }
  std::vector<uint64_t> scratch(static_cast<size_t>(prepared->scratch) / 8 + 2);
  prepared->invoke(prepared->params, nook::Io{in.data(), out.data(), scratch.data()});
  for (size_t i = 0; i < node.out.size(); ++i) graph[node.out[i]].data = results[i];
  return true;
}

}  // namespace

int fold_constants(Graph& graph) {
  int folded = 0;
  for (Node& node : graph.nodes) {
    if (!foldable(graph, node) || !evaluate(graph, node)) continue;
    node = Node{};
    ++folded;
  }
  return folded;
}

}  // namespace nookc
