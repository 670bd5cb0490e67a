#include "nookc/middle/passes/floats/merge_equal.h"

#include <algorithm>
#include <map>
#include <string>

namespace nookc {
namespace {

template <class T>
void put(const T& value, std::string& to) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_type(const Tensor& t, std::string& to) {
  put(t.type, to), put(t.shape.rank, to), put(t.zero_point, to), put(t.channel_axis, to);
  for (int i = 0; i < t.shape.rank; ++i) put(t.shape.dim[i], to);
  put(t.scales.size(), to);
  for (const float scale : t.scales) put(scale, to);
}

// Constants of equal bytes and types have one representative.
class Constants {
 public:
  explicit Constants(const Graph& graph) : graph_(graph), first_(graph.tensors.size(), TensorId::kNone) {}

  TensorId representative(TensorId t) {
    if (t == TensorId::kNone || !graph_[t].constant()) return t;
    TensorId& known = first_[index(t)];
    if (known != TensorId::kNone) return known;
    std::string key;
    put_type(graph_[t], key);
    key.append(reinterpret_cast<const char*>(graph_[t].data->data()), graph_[t].data->size());
    return known = by_bytes_.try_emplace(std::move(key), t).first->second;
  }

 private:
  const Graph& graph_;
  std::vector<TensorId> first_;
  std::map<std::string, TensorId> by_bytes_;
};

// Small constants only: weights are seldom equal, and their bytes would be compared for nothing.
constexpr size_t kMostCompared = 4096;

std::string key_of(const Graph& graph, const Node& node, Constants& constants) {
  std::string key;
  put(op_code(node), key), put(node.version, key), put(node.in.size(), key);
  key.append(static_cast<const char*>(node.attrs.data()), nook::kMostAttrs);
  key += node.unit;
  for (const TensorId t : node.in) {
    const bool large = t != TensorId::kNone && graph[t].constant() && graph[t].data->size() > kMostCompared;
    put(large ? t : constants.representative(t), key);
  }
  for (const TensorId t : node.out) put_type(graph[t], key);
  return key;
}

bool may_disappear(const Graph& graph, const Node& node) {
  if (node.erased() || has_state(graph, node)) return false;
  const auto variable = [&](TensorId t) { return t != TensorId::kNone && graph[t].variable; };
  return std::ranges::none_of(node.in, variable) && std::ranges::none_of(node.out, variable);
}

}  // namespace

int merge_equal(Graph& graph) {
  Constants constants(graph);
  std::map<std::string, size_t> known;
  std::map<TensorId, TensorId> instead;
  std::vector<bool> is_output(graph.tensors.size());
  for (const TensorId t : graph.outputs) is_output[index(t)] = true;
  int merged = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    Node& node = graph.nodes[i];
    for (TensorId& t : node.in)
      if (const auto other = instead.find(t); other != instead.end()) t = other->second;
    if (!may_disappear(graph, node)) continue;
    const auto [at, fresh] = known.try_emplace(key_of(graph, node, constants), i);
    if (fresh || std::ranges::any_of(node.out, [&](TensorId t) { return is_output[index(t)]; })) continue;
    Node& first = graph.nodes[at->second];
    for (size_t k = 0; k < node.out.size(); ++k) instead[node.out[k]] = first.out[k];
    if (node.source >= 0) first.folded.push_back(node.source);
    node = Node{};
    ++merged;
  }
  return merged;
}

}  // namespace nookc
