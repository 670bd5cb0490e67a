#include "nookc/middle/passes/fold_constants.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "nookc/core/invariant.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

// The remaining budget: a hostile model can demand gigabytes and years in a few bytes.
struct Budget {
  int64_t steps = kFoldedSteps, bytes = kFoldedBytes;

  explicit Budget(const Graph& graph) {
    std::set<const Bytes*> counted;  // tensors may share bytes
    for (const Tensor& t : graph.tensors)
      if (t.constant() && counted.insert(t.data.get()).second)
        bytes += 4 * static_cast<int64_t>(t.data->size()), steps += 16 * static_cast<int64_t>(t.data->size());
  }

  bool spend(const Graph& graph, const Node& node) {
    const int64_t more_steps = steps_of(graph, node);
    int64_t more_bytes = 0;
    for (TensorId t : node.out) more_bytes += graph[t].bytes();
    if (more_steps > steps || more_bytes > bytes) return false;
    steps -= more_steps, bytes -= more_bytes;
    return true;
  }
};

// Whether the results depend on the shapes of the operands only.
bool reads_shapes(const Node& node) { return op_code(node) == nook::OpCode::kShape; }

bool foldable(const Graph& graph, const Node& node, const std::vector<bool>& is_output) {
  if (node.in.empty() || has_state(graph, node) || holds_commands(node)) return false;
  for (TensorId t : node.in)
    if (t != TensorId::kNone && !graph[t].constant() && !reads_shapes(node)) return false;
  for (TensorId t : node.out)
    if (is_output[index(t)]) return false;
  return true;
}

// C has no literal for the sign and payload of a NaN, and some compilers accept neither NAN nor -INFINITY as
// a constant.
bool is_finite(const Tensor& t, const Bytes& values) {
  if (t.type != nook::DType::kF32) return true;
  for (size_t at = 0; at + sizeof(float) <= values.size(); at += sizeof(float)) {
    float value;
    std::memcpy(&value, &values[at], sizeof value);
    if (!std::isfinite(value)) return false;
  }
  return true;
}

bool fold(Graph& graph, const Node& node) {
  std::vector<const void*> in;
  for (TensorId t : node.in)
    in.push_back(t == TensorId::kNone || !graph[t].constant() ? nullptr : graph[t].data->data());
  std::vector<Bytes> results = evaluate(graph, node, in);
  for (size_t i = 0; i < results.size(); ++i)
    if (!is_finite(graph[node.out[i]], results[i])) return false;
  for (size_t i = 0; i < results.size(); ++i)
    graph[node.out[i]].data = std::make_shared<Bytes>(std::move(results[i]));
  return !results.empty();
}

}  // namespace

int fold_constants(Graph& graph) { return fold_constants(graph, std::vector<bool>(graph.nodes.size())); }

int fold_constants(Graph& graph, const std::vector<bool>& kept) {
  const std::vector<bool> live = live_nodes(graph);
  std::vector<bool> is_output(graph.tensors.size());
  for (TensorId t : graph.outputs) is_output[index(t)] = true;
  Budget budget(graph);
  int folded = 0;
  for (size_t i = 0; i < live.size(); ++i) {
    Node& node = graph.nodes[i];
    if (!live[i] || kept[i] || !foldable(graph, node, is_output)) continue;
    if (!budget.spend(graph, node) || !fold(graph, node)) continue;
    const auto constant = [&](TensorId t) { return graph[t].constant(); };
    invariant(std::ranges::all_of(node.out, constant), "the results of a folded operator are constants");
    node = Node{};
    ++folded;
  }
  return folded;
}

}  // namespace nookc
