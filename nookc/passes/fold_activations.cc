#include "nookc/passes/fold_activations.h"

#include "nookc/ir/users.h"
#include "nookc/ir/visit_attrs.h"

namespace nookc {
namespace {

// The fused activation of a node, or null if its operator has none.
nook::Activation* activation_of(Node& node) {
  return visit_attrs(node.attrs, [](auto& attrs) -> nook::Activation* {
    if constexpr (requires { attrs.activation; }) return &attrs.activation;
    return nullptr;
  });
}

}  // namespace

int fold_activations(Graph& graph) {
  Users users(graph);
  int folded = 0;
  for (Node& node : graph.nodes) {
    const bool relu = Graph::attrs<nook::Relu>(node), relu6 = Graph::attrs<nook::Relu6>(node);
    if ((!relu && !relu6) || !graph.same_quantization(node.in[0], node.out[0])) continue;
    if (users.uses(node.in[0]) != 1 || graph[node.in[0]].variable) continue;
    Node* const producer = users.producer(node.in[0]);
    if (!producer || producer->out.size() != 1 || producer->unit != node.unit) continue;
    nook::Activation* const activation = activation_of(*producer);
    if (!activation || *activation != nook::Activation::kNone) continue;
    *activation = relu ? nook::Activation::kRelu : nook::Activation::kRelu6;
    users.make(*producer, node.out[0]);
    if (node.source >= 0) producer->folded.push_back(node.source);
    users.erase(node);
    ++folded;
  }
  return folded;
}

}  // namespace nookc
