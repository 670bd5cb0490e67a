#include "nookc/middle/hop/values.h"

#include <algorithm>

#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

Bytes padding_of(const Tensor& t) {
  const bool bytes = nook::size_of(t.type) == 1;  // wider integers have the zero point 0
  return Bytes(static_cast<size_t>(t.bytes()), static_cast<std::byte>(bytes ? t.zero_point : 0));
}

}  // namespace

std::vector<Bytes> values_of_padding(const Graph& graph) {
  std::vector<Bytes> values(graph.tensors.size());
  // Results of operators with state: no rows of these are kept.
  std::vector<bool> unknown(graph.tensors.size());
  for (size_t i = 0; i < values.size(); ++i)
    if (graph.tensors[i].constant()) values[i] = *graph.tensors[i].data;
  for (TensorId t : graph.inputs) values[index(t)] = padding_of(graph[t]);
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    const bool depends = has_state(graph, node) || std::ranges::any_of(node.in, [&](TensorId t) {
                           return t != TensorId::kNone && unknown[index(t)];
                         });
    for (TensorId t : node.out) unknown[index(t)] = depends;
    if (depends) continue;
    std::vector<const void*> in;
    for (TensorId t : node.in) in.push_back(t == TensorId::kNone ? nullptr : values[index(t)].data());
    std::vector<Bytes> results = evaluate(graph, node, std::move(in));
    if (results.empty()) return {};
    for (size_t i = 0; i < results.size(); ++i) values[index(node.out[i])] = std::move(results[i]);
  }
  return values;
}

}  // namespace nookc
