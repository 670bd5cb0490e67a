#include "nookc/middle/lower/storage.h"

#include <set>

#include "nookc/graph/ethos_u.h"

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
  const VelaPlan plan;
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

// Whether the tensor is a part of a window that its variable fills. The rows of the window are moved before
// new ones are written, so that no operator writes them there at once.
bool is_moved(StorageSearch& d, TensorId t) {
  const KeptWindow* const window = d.graph.window_of(find(d, t).root);
  return window && fills(d.graph, *window) && d.placed[index(t)];
}

// Whether commands for an accelerator need one of the two in a place where the other is not.
bool are_apart(const VelaPlan& plan, TensorId a, TensorId b) {
  if (!plan.is_operand(a) && !plan.is_operand(b)) return false;
  const VelaPlace *const x = plan.find(a), *const y = plan.find(b);
  return !x || !y || x->offset != y->offset;
}

bool rename(StorageSearch& d, TensorId in, TensorId out) {
  if (d.graph[in].bytes() != d.graph[out].bytes()) return false;  // prepare() will report it
  if (are_apart(d.plan, in, out)) return false;
  const Place from = find(d, in), to = find(d, out);
  if (d.graph[out].variable && d.graph.window_of(to.root))
    return from.root == to.root && from.offset == to.offset;  // it is assigned where it is
  if (d.copied[index(out)] || d.graph[out].variable || d.changes[index(from.root)] || is_moved(d, out))
    return false;
  if (!d.placed[index(out)]) {
    put(d, out, in, 0);
  } else {
    if (!movable(d, in)) return false;
    put(d, in, out, 0);
  }
  return true;
}

// Whether all parts of a window are already in it.
bool joined(StorageSearch& d, const Node& node) {
  for (size_t i = 0; i < node.in.size(); ++i) {
    const auto [root, offset] = find(d, node.in[i]);
    if (root != node.out[0] || offset != node.parts[i]) return false;
  }
  return true;
}

bool join(StorageSearch& d, const Node& node) {
  std::set<TensorId> roots;
  if (d.graph.window_of(node.out[0])) return joined(d, node);
  if (d.graph[node.out[0]].variable) return false;  // it may still be read
  for (TensorId in : node.in)
    if (!movable(d, in) || !roots.insert(find(d, in).root).second) return false;
  for (size_t i = 0; i < node.in.size(); ++i) put(d, node.in[i], node.out[0], node.parts[i]);
  return true;
}

// Whether a copy of the part at `offset` to the variable of its window would write bytes before it reads
// them: copies ascend.
bool moves_back(const StorageSearch& d, const KeptWindow* window, int32_t offset) {
  return window && offset < window->offset && offset + d.graph[window->variable].bytes() > window->offset;
}

bool cut(StorageSearch& d, const Node& node) {
  const TensorId in = data_of(node);
  const auto [root, offset] = find(d, in);
  if (d.graph[root].constant() || d.changes[index(root)]) return false;
  for (size_t i = 0; i < node.out.size(); ++i)
    if (d.placed[index(node.out[i])] || moves_back(d, d.graph.window_of(root), offset + node.parts[i]))
      return false;
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

// The variable and the joined rows lie in the window, whatever else they could be a part of.
void place_windows(StorageSearch& d) {
  const auto put_in = [&](TensorId part, TensorId whole, int32_t at) {
    d.s.root[index(part)] = whole, d.s.offset[index(part)] = at;
    d.placed[index(part)] = true;
  };
  for (const KeptWindow& window : d.graph.windows) put_in(window.variable, window.whole, window.offset);
  for (const Node& node : d.graph.nodes) {
    const KeptWindow* const window = node.parts.empty() ? nullptr : d.graph.window_of(node.out[0]);
    for (size_t i = 0; window && i < node.in.size(); ++i)
      if (node.parts[i] != window->offset || fills(d.graph, *window))
        put_in(node.in[i], window->whole, node.parts[i]);
  }
}

}  // namespace

bool names_whole(const Graph& graph, const Node& node) {
  return node.parts.size() == 1 && graph[data_of(node)].bytes() == graph[node.out[0]].bytes();
}

bool joins_window(const Graph& graph, const Node& node) {
  return !node.erased() && !node.out.empty() && graph.window_of(node.out[0]);
}

bool fills(const Graph& graph, const KeptWindow& window) {
  return graph[window.variable].bytes() == graph[window.whole].bytes();
}

bool reads_windows_in_time(const Graph& graph, const Storage& storage) {
  if (graph.windows.empty()) return true;
  std::vector<bool> there(graph.tensors.size()), lost(graph.tensors.size());  // in a window
  const auto begin = [&](size_t t) { return storage.offset[t]; };
  const auto end = [&](size_t t) { return storage.offset[t] + graph.tensors[t].bytes(); };
  for (const KeptWindow& window : graph.windows) there[index(window.variable)] = true;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    for (TensorId t : graph.nodes[n].in)
      if (t != TensorId::kNone && lost[index(t)]) return false;
    for (TensorId written : graph.nodes[n].out) {
      const size_t out = index(written);
      if (!graph.window_of(storage.root[out])) continue;
      for (size_t t = 0; t < there.size() && !storage.view[n]; ++t)
        if (there[t] && storage.root[t] == storage.root[out] && begin(t) < end(out) && begin(out) < end(t))
          lost[t] = true;
      there[out] = true, lost[out] = false;
    }
  }
  return true;
}

Storage share_storage(const Graph& graph) {
  const size_t tensors = graph.tensors.size();
  StorageSearch d{graph, VelaPlan(graph), std::vector<bool>(tensors), {}, std::vector<bool>(tensors), {}};
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
  place_windows(d);
  for (size_t i = 0; i < graph.nodes.size(); ++i) s.view[i] = share(d, graph.nodes[i]);
  for (size_t i = 0; i < tensors; ++i) {
    const auto [root, offset] = find(d, TensorId{static_cast<uint32_t>(i)});
    s.root[i] = root, s.offset[i] = offset;
  }
  return std::move(s);
}

}  // namespace nookc
