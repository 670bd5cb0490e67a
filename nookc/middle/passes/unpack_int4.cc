#include "nookc/middle/passes/unpack_int4.h"

#include <map>

#include "nook/ops/reference/nibbles.h"
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

}  // namespace

int unpack_int4(Graph& graph) {
  std::map<TensorId, TensorId> done;
  for (Node& node : graph.nodes) {
    if (node.erased() || has_narrow_weights(node)) continue;
    const size_t weights = op_row(node).signature.first(nook::Role::kWeights);
    if (weights >= node.in.size() || node.in[weights] == TensorId::kNone) continue;
    const TensorId w = node.in[weights];
    if (graph[w].type != nook::DType::kS4 || !graph[w].constant()) continue;
    const auto [known, first] = done.try_emplace(w, TensorId::kNone);
    if (first) known->second = graph.add(unpacked(graph[w]));
    invariant(graph[known->second].type == nook::DType::kS8, "unpacked weights are bytes");
    node.in[weights] = known->second;
  }
  return static_cast<int>(done.size());
}

}  // namespace nookc
