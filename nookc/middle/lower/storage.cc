#include "nookc/middle/lower/storage.h"

#include <set>

namespace nookc {
namespace {

// The tensor whose parts are the results of an operator that splits.
TensorId data_of(const Node& node) { return node.in[op_row(node).signature.first(nook::Role::kData)]; }

struct Place {
  TensorId root;
  int32_t offset;
};

struct StorageSearch {
  const Graph& graph;
  std::vector<bool> placed;   // per root: fixed by the application or in the constants
  std::vector<bool> changes;  // per variable: a view of it would see the change
  std::vector<bool> copied;   // control flow copies into them
  Storage s;
};

// Points every second tensor on the path closer to its root, so that chains of views stay short (path
// halving).
Place find(StorageSearch& d, TensorId t) {
  int32_t offset = 0;
  while (d.s.root[index(t)] != t) {
    const TensorId next = d.s.root[index(t)];
    if (d.s.root[index(next)] != next) {
      d.s.offset[index(t)] += d.s.offset[index(next)];
      d.s.root[index(t)] = d.s.root[index(next)];
    }
    offset += d.s.offset[index(t)];
    t = d.s.root[index(t)];
  }
  return {t, offset};
}

// Whether `t`, and all tensors that share its bytes, can become part of another tensor.
bool movable(StorageSearch& d, TensorId t) {
  const TensorId root = find(d, t).root;
  return !d.placed[index(root)] && d.graph[root].bytes() == d.graph[t].bytes();
}

// `part` must be movable.
void put(StorageSearch& d, TensorId part, TensorId whole, int32_t at) {
  const size_t root = index(find(d, part).root);
  d.s.root[root] = whole, d.s.offset[root] = at;
}

bool rename(StorageSearch& d, TensorId in, TensorId out) {
  if (d.graph[in].bytes() != d.graph[out].bytes()) return false;  // prepare() will report it
  if (d.copied[index(out)] || d.graph[out].variable || d.changes[index(find(d, in).root)]) return false;
  if (!d.placed[index(out)]) {
    put(d, out, in, 0);
  } else {
    if (!movable(d, in)) return false;
    put(d, in, out, 0);
  }
  return true;
}

bool join(StorageSearch& d, const Node& node) {
  std::set<TensorId> roots;
  if (d.graph[node.out[0]].variable) return false;  // it may still be read
  for (TensorId in : node.in)
    if (!movable(d, in) || !roots.insert(find(d, in).root).second) return false;
  for (size_t i = 0; i < node.in.size(); ++i) put(d, node.in[i], node.out[0], node.parts[i]);
  return true;
}

bool cut(StorageSearch& d, const Node& node) {
  const TensorId in = data_of(node), root = find(d, in).root;
  if (d.graph[root].constant() || d.changes[index(root)]) return false;
  for (TensorId out : node.out)
    if (d.placed[index(out)]) return false;
  for (size_t i = 0; i < node.out.size(); ++i) put(d, node.out[i], in, node.parts[i]);
  return true;
}

bool share(StorageSearch& d, const Node& node) {
  if (op_row(node).renames) return rename(d, node.in[0], node.out[0]);
  if (node.parts.empty()) return false;
  if (names_whole(d.graph, node)) return rename(d, data_of(node), node.out[0]);
  return op_row(node).signature.many_inputs() ? join(d, node) : cut(d, node);
}

// Finds variables that are not written exactly once per run, before all of their readers.
void find_changing(StorageSearch& d) {
  d.changes.resize(d.graph.tensors.size());
  std::vector<bool> touched(d.graph.tensors.size());
  for (const Node& node : d.graph.nodes) {
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (node.in[i] == TensorId::kNone) continue;
      touched[index(node.in[i])] = true;
      if (op_row(node).signature.at(i).role == nook::Role::kState) d.changes[index(node.in[i])] = true;
    }
    for (TensorId t : node.out) {
      if (d.graph[t].variable && touched[index(t)]) d.changes[index(t)] = true;
      touched[index(t)] = true;
    }
  }
}

}  // namespace

bool names_whole(const Graph& graph, const Node& node) {
  return node.parts.size() == 1 && graph[data_of(node)].bytes() == graph[node.out[0]].bytes();
}

Storage share_storage(const Graph& graph) {
  const size_t tensors = graph.tensors.size();
  StorageSearch d{graph, std::vector<bool>(tensors), {}, std::vector<bool>(tensors), {}};
  Storage& s = d.s;
  s.root.resize(tensors), s.offset.resize(tensors), s.view.resize(graph.nodes.size());
  for (size_t i = 0; i < tensors; ++i) {
    const TensorId t{static_cast<uint32_t>(i)};
    s.root[i] = t;
    d.placed[i] = graph[t].constant() || graph[t].variable;
  }
  for (const auto* side : {&graph.inputs, &graph.outputs})
    for (TensorId t : *side) d.placed[index(t)] = true;
  find_changing(d);
  for (TensorId t : graph.regions.copied) d.placed[index(t)] = d.copied[index(t)] = true;
  for (const auto& [tensor, to] : graph.regions.joined) s.root[index(tensor)] = to;
  for (size_t i = 0; i < graph.nodes.size(); ++i) s.view[i] = share(d, graph.nodes[i]);
  for (size_t i = 0; i < tensors; ++i) {
    const auto [root, offset] = find(d, TensorId{static_cast<uint32_t>(i)});
    s.root[i] = root, s.offset[i] = offset;
  }
  return std::move(s);
}

}  // namespace nookc
