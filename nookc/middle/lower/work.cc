#include "nookc/middle/lower/work.h"

#include <algorithm>
#include <set>

#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
Work work_of(const Graph& graph) {
  Work work;
  std::set<const Bytes*> counted;
  NodeMemory memory;
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    nook::Arena arena = memory.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto prepared = prepare_node(graph, node, context);
    if (!prepared) continue;
    const nook::OpRow& op = op_row(node);
    work.macs += op.forms[static_cast<size_t>(prepared->form)].macs(prepared->params);
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (!op.signature.handed(i)) continue;
      const Tensor* const t = node.in[i] == TensorId::kNone ? nullptr : &graph[node.in[i]];
      if (!t || !t->constant() || !counted.insert(t->data.get()).second) continue;
      work.constant_bytes += static_cast<int64_t>(t->data->size());
      if (op.signature.at(i).role == nook::Role::kWeights)
        work.weight_bytes += static_cast<int64_t>(t->data->size());
    }
  }
  return work;
}

}  // namespace nookc
