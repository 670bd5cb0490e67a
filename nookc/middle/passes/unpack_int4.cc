#include "nookc/middle/passes/unpack_int4.h"

#include <map>

#include "nook/core/nibbles.h"
#include "nookc/core/invariant.h"
#include "nookc/middle/passes/narrow_weights.h"

namespace nookc {
namespace {

Tensor unpacked(const Tensor& from) {
  auto bytes = std::make_shared<Bytes>(static_cast<size_t>(from.shape.elements()));
  const auto* const nibbles = reinterpret_cast<const int8_t*>(from.data->data());
  for (size_t i = 0; i < bytes->size(); ++i)
    (*bytes)[i] = static_cast<std::byte>(nook_nibble(nibbles, static_cast<int32_t>(i)));
  Tensor to = from;
  to.type = nook::DType::kS8;
  to.data = std::move(bytes);
  return to;
}

bool is_reference(const Node& node, const nook::Prepared& op) {
  const auto rows = op_row(node).forms[static_cast<size_t>(op.form)].kernels();
  return op.kernel == rows.end() - 1;
}

bool biases_are_constant(const Graph& graph, const Node& node) {
  const size_t bias = op_row(node).signature.first(nook::Role::kBias);
  return bias >= node.in.size() || node.in[bias] == TensorId::kNone || graph[node.in[bias]].constant();
}

// The flash of a node's constants if this kernel runs.
int64_t constant_bytes(const Graph& graph, const Node& node, const nook::Prepared& op) {
  if (op.kernel->packing->bytes) return op.kernel->packing->bytes(op.params);
  int64_t bytes = 0;
  for (const TensorId t : node.in)
    if (t != TensorId::kNone && graph[t].constant()) bytes += static_cast<int64_t>(graph[t].data->size());
  return bytes;
}

// Whether a kernel other than the reference takes the node with its int4 weights, and no more flash than
// those justify.
bool has_int4_kernel(const Graph& graph, const Node& node, KernelChoice choice) {
  choice.compact = true, choice.may_pack = biases_are_constant(graph, node);
  const Chosen chosen = choose_kernel(graph, node, choice);
  return chosen.op && !is_reference(node, *chosen.op);
}

// Whether the best kernel for int8 weights `wide` is not the reference, and as small as a compact one for the
// node's int4 weights.
bool has_compact_int8_kernel(const Graph& graph, const Node& node, TensorId wide, KernelChoice choice) {
  Node twin = node;
  twin.in[op_row(node).signature.first(nook::Role::kWeights)] = wide;
  choice.may_pack = biases_are_constant(graph, node);
  const Chosen chosen = choose_kernel(graph, twin, choice);
  return chosen.op && !is_reference(twin, *chosen.op) &&
         constant_bytes(graph, twin, *chosen.op) <= most_packed(graph, node);
}

}  // namespace

int unpack_int4(Graph& graph, const KernelChoice& choice) {
  if (choice.rows == KernelRows::kReference) return 0;
  std::map<TensorId, TensorId> done;
  int changes = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || has_narrow_weights(node)) continue;
    const size_t weights = op_row(node).signature.first(nook::Role::kWeights);
    if (weights >= node.in.size() || node.in[weights] == TensorId::kNone) continue;
    const TensorId w = node.in[weights];
    if (graph[w].type != nook::DType::kS4 || !graph[w].constant()) continue;
    if (choice.rows != KernelRows::kAll && has_int4_kernel(graph, node, choice)) continue;
    const auto [known, first] = done.try_emplace(w, TensorId::kNone);
    if (first) known->second = graph.add(unpacked(graph[w]));
    invariant(graph[known->second].type == nook::DType::kS8, "unpacked weights are bytes");
    if (choice.compact && !has_compact_int8_kernel(graph, node, known->second, choice)) continue;
    node.in[weights] = known->second;
    ++changes;
  }
  return changes;
}

}  // namespace nookc
