#include "nookc/middle/passes/fold_activations.h"

#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"

namespace nookc {

int fold_activations(Graph& graph) {
  Users users(graph);
  int folded = 0;
  for (Node& node : graph.nodes) {
    if (node.erased()) continue;
    const bool relu = op_code(node) == nook::OpCode::kRelu, relu6 = op_code(node) == nook::OpCode::kRelu6;
    if ((!relu && !relu6) || !graph.same_quantization(node.in[0], node.out[0])) continue;
    if (users.uses(node.in[0]) != 1 || graph[node.in[0]].variable) continue;
    Node* const producer = users.producer(node.in[0]);
    if (!producer || producer->out.size() != 1 || producer->unit != node.unit) continue;
    nook::Activation* const activation = activation_of(producer->attrs);
    if (!activation || *activation != nook::Activation::kNone) continue;
    *activation = relu ? nook::Activation::kRelu : nook::Activation::kRelu6;
    users.make(*producer, node.out[0]);
    invariant(producer->out[0] == node.out[0], "the producer computes the result of the activation");
    if (node.source >= 0) producer->folded.push_back(node.source);
    users.erase(node);
    ++folded;
  }
  return folded;
}

}  // namespace nookc
