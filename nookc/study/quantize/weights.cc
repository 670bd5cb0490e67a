#include "nookc/study/quantize/weights.h"

namespace nookc {

std::optional<Weighted> weighted(const Graph& graph, const Node& node) {
  const OpRule* const rule = node.erased() ? nullptr : rule_of(op_code(node));
  if (!rule || rule->weights < 0 || static_cast<size_t>(rule->weights) >= node.in.size()) return std::nullopt;
  const auto constant = [&](size_t i) {
    return i < node.in.size() && node.in[i] != TensorId::kNone && graph[node.in[i]].constant() &&
           graph[node.in[i]].type == nook::DType::kF32;
  };
  const nook::Signature& signature = op_row(node).signature;
  const Weighted w{rule, signature.first(nook::Role::kData), static_cast<size_t>(rule->weights),
                   signature.first(nook::Role::kBias), constant(signature.first(nook::Role::kBias))};
  if (!constant(w.weights) || !is_activation(graph, node.in[w.data])) return std::nullopt;
  return w;
}

int weight_axis(const Node& node, const Weighted& w, const Given* given, const WeightOptions& options) {
  const size_t tensor = index(node.in[w.weights]);
  if (given && tensor < given->by_channel.size() && given->by_channel[tensor])
    return *given->by_channel[tensor] ? w.rule->channel_axis : -1;
  const bool by_tensor = options.per_tensor || (w.rule->by_tensor && !options.dense_per_channel);
  return by_tensor ? -1 : w.rule->channel_axis;
}

int weight_bits(const Weighted& w, Precision precision, const WeightOptions& options) {
  return precision == Precision::kInt8 && w.rule->channel_axis >= 0 ? options.bits : 8;
}

}  // namespace nookc
