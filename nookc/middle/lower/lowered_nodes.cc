#include "nookc/middle/lower/lowered_nodes.h"

#include <algorithm>

#include "nook/kernels/dot/pack/packed_bytes.h"

namespace nookc {
namespace {

void add_bytes(const void* data, size_t size, std::string& to) {
  to.append(static_cast<const char*>(data), size);
}

// All that packed weights depend on. Constants are compared by address: layers that share weights share their
// bytes.
std::string key_of(const Node& node, const nook::KernelEntry& kernel,
                   const std::vector<const void*>& constants, const void* params) {
  std::string key;
  const nook::PackingRow* const packing = kernel.packing;
  add_bytes(&packing, sizeof packing, key);
  add_bytes(constants.data(), constants.size() * sizeof(const void*), key);
  for (const nook::FormRow& form : op_row(node).forms) {
    const nook::Span<const nook::KernelEntry> rows = form.kernels();
    if (&kernel < rows.begin() || &kernel >= rows.end()) continue;
    visit_params(form, params, [&](const nook::ParamsField& field) {
      if (field.data)
        add_bytes(field.data, nook::size_of(field.type) * static_cast<size_t>(field.count), key);
    });
  }
  return key;
}

}  // namespace

bool weights_are_constant(const Graph& graph, const Node& node) {
  const nook::Signature& signature = op_row(node).signature;
  for (size_t i = 0; i < node.in.size() && i < signature.count; ++i) {
    const nook::Role role = signature.at(i).role;
    if (role != nook::Role::kWeights && role != nook::Role::kBias) continue;
    if (node.in[i] != TensorId::kNone && !graph[node.in[i]].constant()) return false;
  }
  return true;
}

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

const Chosen& LoweredNodes::every(const Graph& graph, size_t node) {
  const auto [at, fresh] = every_.try_emplace(node);
  if (fresh) {
    const Node& of = graph.nodes[node];
    at->second = choose_kernel(
        graph, of,
        {options_.target, weights_are_constant(graph, of), KernelRows::kAll, false, options_.flash, true});
  }
  return at->second;
}

std::shared_ptr<const Bytes> LoweredNodes::packed(const Graph& graph, size_t node,
                                                  const nook::KernelEntry& kernel, const void* params) {
  std::shared_ptr<const Bytes>& known = packed_[{node, &kernel}];
  if (known) return known;
  const nook::PackingRow& packing = *kernel.packing;
  const Node& of = graph.nodes[node];
  const std::vector<const void*> in = constant_operands(graph, of, op_row(of).signature.reach(of.in.size()));
  std::shared_ptr<const Bytes>& same = packings_[key_of(of, kernel, in, params)];
  if (same) return known = same;
  auto bytes = std::make_shared<Bytes>(static_cast<size_t>(packing.bytes(params)));
  nook::PackedBytes to(bytes->data());
  packing.pack(params, in.data(), to);
  bytes->resize(static_cast<size_t>(to.at() - reinterpret_cast<const uint8_t*>(bytes->data())));
  return known = same = std::move(bytes);
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
