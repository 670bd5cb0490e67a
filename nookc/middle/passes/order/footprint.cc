#include "nookc/middle/passes/order/footprint.h"

#include <algorithm>
#include <numeric>

#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/passes/order/state_order.h"
#include "nookc/middle/passes/order/walk.h"

namespace nookc {
namespace {

// Builds lists that contain each buffer at most once, one list at a time.
class Lists {
 public:
  explicit Lists(size_t buffers) : list_of_(buffers) {}
  void next() { ++list_; }
  void add(std::vector<size_t>& list, size_t buffer) {
    if (list_of_[buffer] == list_) return;
    list_of_[buffer] = list_;
    list.push_back(buffer);
  }

 private:
  std::vector<size_t> list_of_;  // per buffer: the last list that contains it
  size_t list_ = 0;
};

// Operands that the reference kernel may overwrite with its output. The few faster kernels that can't
// overwrite them need slightly more memory.
std::vector<size_t> in_place_operands(const Graph& graph, const Node& node, NodeMemory& memory) {
  std::vector<size_t> all;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared || node.out.size() != 1) return all;
  const nook::Signature& signature = op_row(node).signature;
  for (size_t i = 0; i < node.in.size(); ++i) {
    if (!signature.handed(i) || node.in[i] == TensorId::kNone) continue;
    if (graph[node.out[0]].bytes() > graph[node.in[i]].bytes()) continue;
    if (prepared->kernel->overlap(prepared->params, static_cast<int>(i)) <= 0) all.push_back(i);
  }
  return all;
}

}  // namespace

Footprint footprint_of(const Graph& graph, bool interface) {
  const Storage storage = share_storage(graph);
  const auto buffer = [&](TensorId t) { return index(storage.root[index(t)]); };
  Footprint f;
  f.bytes.resize(graph.tensors.size());
  f.from_start.resize(graph.tensors.size()), f.to_end.resize(graph.tensors.size());
  for (size_t i = 0; i < f.bytes.size(); ++i)
    if (!graph.tensors[i].constant() && !graph.tensors[i].variable && index(storage.root[i]) == i)
      f.bytes[i] = graph.tensors[i].bytes();
  for (TensorId t : graph.inputs) f.from_start[buffer(t)] = true;
  for (TensorId t : graph.outputs) f.to_end[buffer(t)] = true;
  for (size_t i = 0; i < f.bytes.size(); ++i)
    if (!interface && (f.from_start[i] || f.to_end[i])) f.bytes[i] = 0;

  NodeMemory memory;
  Lists lists(f.bytes.size());
  StateOrder state(graph, storage);
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (node.erased()) continue;
    Footprint::Step step;
    lists.next();
    for (TensorId t : node.in)
      if (t != TensorId::kNone && !graph[t].constant()) lists.add(step.in, buffer(t));
    lists.next();
    for (TensorId t : node.out) lists.add(step.out, buffer(t));
    lists.next();
    if (!storage.view[n])
      for (size_t i : in_place_operands(graph, node, memory)) lists.add(step.in_place, buffer(node.in[i]));
    step.after = state.before(f.steps.size(), node);
    f.node.push_back(n);
    f.steps.push_back(std::move(step));
  }
  return f;
}

int64_t peak_of(const Footprint& footprint, const std::vector<size_t>& order) {
  OrderWalk walk(footprint);
  int64_t peak = 0;
  for (size_t step : order) {
    peak = std::max(peak, walk.cost(step));
    walk.run(step);
  }
  return peak;
}

int64_t peak_of(const Footprint& footprint) {
  std::vector<size_t> order(footprint.steps.size());
  std::iota(order.begin(), order.end(), size_t{0});
  return peak_of(footprint, order);
}

}  // namespace nookc
