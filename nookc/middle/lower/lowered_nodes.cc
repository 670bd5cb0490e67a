#include "nookc/middle/lower/lowered_nodes.h"

#include <algorithm>

#include "nook/kernels/dot/pack/packed_bytes.h"

namespace nookc {
namespace {

// Packing folds the bias into the weights, so that both must be known.
bool weights_are_constant(const Graph& graph, const Node& node) {
  const nook::Signature& signature = op_row(node).signature;
  for (size_t i = 0; i < node.in.size() && i < signature.count; ++i) {
    const nook::Role role = signature.at(i).role;
    if (role != nook::Role::kWeights && role != nook::Role::kBias) continue;
    if (node.in[i] != TensorId::kNone && !graph[node.in[i]].constant()) return false;
  }
  return true;
}

}  // namespace

const Chosen& LoweredNodes::chosen(const Graph& graph, size_t node, KernelRows rows) {
  const auto [at, fresh] = chosen_.try_emplace({node, rows});
  if (fresh) {
    const Node& of = graph.nodes[node];
    at->second = choose_kernel(graph, of,
                               {options_.target, weights_are_constant(graph, of), rows,
                                options_.level == Level::kFlash, options_.flash});
  }
  return at->second;
}

std::shared_ptr<const Bytes> LoweredNodes::packed(const Graph& graph, size_t node, const nook::Kernel& kernel,
                                                  const void* params) {
  std::shared_ptr<const Bytes>& known = packed_[{node, &kernel}];
  if (known) return known;
  const nook::PackingRow& packing = *kernel.packing;
  const Node& of = graph.nodes[node];
  const std::vector<const void*> in = constant_operands(graph, of, op_row(of).signature.reach(of.in.size()));
  auto bytes = std::make_shared<Bytes>(static_cast<size_t>(packing.bytes(params)));
  nook::PackedBytes to(bytes->data());
  packing.pack(params, in.data(), to);
  bytes->resize(static_cast<size_t>(to.at() - reinterpret_cast<const uint8_t*>(bytes->data())));
  return known = std::move(bytes);
}

int LoweredNodes::times() const {
  int most = 0, of_node = 0;
  for (auto at = chosen_.begin(); at != chosen_.end(); ++at) {
    const bool same = at != chosen_.begin() && std::prev(at)->first.first == at->first.first;
    most = std::max(most, of_node = same ? of_node + 1 : 1);
  }
  return most;
}

}  // namespace nookc
