#include "nookc/middle/lower/storage.h"

#include <set>

namespace nookc {
namespace {

// The tensor whose parts are the results of an operator that splits.
TensorId data_of(const Node& node) { return node.in[op_row(node).signature.first(nook::Role::kData)]; }

class Sharing {
 public:
  explicit Sharing(const Graph& graph)
      : graph_(graph), placed_(graph.tensors.size()), copied_(graph.tensors.size()) {
    s_.root.resize(graph.tensors.size()), s_.offset.resize(graph.tensors.size());
    s_.view.resize(graph.nodes.size());
    for (size_t i = 0; i < graph.tensors.size(); ++i) {
      const TensorId t{static_cast<uint32_t>(i)};
      s_.root[i] = t;
      placed_[i] = graph[t].constant() || graph[t].variable;
    }
    for (const auto* side : {&graph.inputs, &graph.outputs})
      for (TensorId t : *side) placed_[index(t)] = true;
    find_changing();
    for (TensorId t : graph.regions.copied) placed_[index(t)] = copied_[index(t)] = true;
    for (const auto& [tensor, to] : graph.regions.joined) s_.root[index(tensor)] = to;
  }

  Storage run() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i) s_.view[i] = share(graph_.nodes[i]);
    for (size_t i = 0; i < s_.root.size(); ++i) {
      const auto [root, offset] = find(TensorId{static_cast<uint32_t>(i)});
      s_.root[i] = root, s_.offset[i] = offset;
    }
    return std::move(s_);
  }

 private:
  // Finds variables that are not written exactly once per run, before all of their readers.
  void find_changing() {
    changes_.resize(graph_.tensors.size());
    std::vector<bool> touched(graph_.tensors.size());
    for (const Node& node : graph_.nodes) {
      for (size_t i = 0; i < node.in.size(); ++i) {
        if (node.in[i] == TensorId::kNone) continue;
        touched[index(node.in[i])] = true;
        if (op_row(node).signature.at(i).role == nook::Role::kState) changes_[index(node.in[i])] = true;
      }
      for (TensorId t : node.out) {
        if (graph_[t].variable && touched[index(t)]) changes_[index(t)] = true;
        touched[index(t)] = true;
      }
    }
  }

  struct Place {
    TensorId root;
    int32_t offset;
  };

  // Points every second tensor on the path closer to its root, so that chains of views stay short (path
  // halving).
  Place find(TensorId t) {
    int32_t offset = 0;
    while (s_.root[index(t)] != t) {
      const TensorId next = s_.root[index(t)];
      if (s_.root[index(next)] != next) {
        s_.offset[index(t)] += s_.offset[index(next)];
        s_.root[index(t)] = s_.root[index(next)];
      }
      offset += s_.offset[index(t)];
      t = s_.root[index(t)];
    }
    return {t, offset};
  }

  // Whether `t`, and all tensors that share its bytes, can become part of another tensor.
  bool movable(TensorId t) {
    const TensorId root = find(t).root;
    return !placed_[index(root)] && graph_[root].bytes() == graph_[t].bytes();
  }

  // `part` must be movable.
  void put(TensorId part, TensorId whole, int32_t at) {
    const size_t root = index(find(part).root);
    s_.root[root] = whole, s_.offset[root] = at;
  }

  bool share(const Node& node) {
    if (op_row(node).renames) return rename(node.in[0], node.out[0]);
    if (node.parts.empty()) return false;
    if (names_whole(graph_, node)) return rename(data_of(node), node.out[0]);
    return op_row(node).signature.many_inputs() ? join(node) : cut(node);
  }

  bool rename(TensorId in, TensorId out) {
    if (graph_[in].bytes() != graph_[out].bytes()) return false;  // prepare() will report it
    if (copied_[index(out)] || graph_[out].variable || changes_[index(find(in).root)]) return false;
    if (!placed_[index(out)]) {
      put(out, in, 0);
    } else {
      if (!movable(in)) return false;
      put(in, out, 0);
    }
    return true;
  }

  bool join(const Node& node) {
    std::set<TensorId> roots;
    if (graph_[node.out[0]].variable) return false;  // it may still be read
    for (TensorId in : node.in)
      if (!movable(in) || !roots.insert(find(in).root).second) return false;
    for (size_t i = 0; i < node.in.size(); ++i) put(node.in[i], node.out[0], node.parts[i]);
    return true;
  }

  bool cut(const Node& node) {
    const TensorId in = data_of(node), root = find(in).root;
    if (graph_[root].constant() || changes_[index(root)]) return false;
    for (TensorId out : node.out)
      if (placed_[index(out)]) return false;
    for (size_t i = 0; i < node.out.size(); ++i) put(node.out[i], in, node.parts[i]);
    return true;
  }

  const Graph& graph_;
  std::vector<bool> placed_;   // per root: fixed by the application or in the constants
  std::vector<bool> changes_;  // per variable: a view of it would see the change
  std::vector<bool> copied_;   // control flow copies into them
  Storage s_;
};

}  // namespace

bool names_whole(const Graph& graph, const Node& node) {
  return node.parts.size() == 1 && graph[data_of(node)].bytes() == graph[node.out[0]].bytes();
}

Storage share_storage(const Graph& graph) { return Sharing(graph).run(); }

}  // namespace nookc
