#include "nookc/middle/passes/make_views.h"

#include <algorithm>

#include "nookc/core/invariant.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/passes/cut_split.h"
#include "nookc/middle/passes/order/footprint.h"
#include "nookc/middle/passes/parts.h"

namespace nookc {
namespace {

constexpr size_t kMostLooks = 256;  // searches of the whole graph
// Nodes and tensors visited in these searches, for about a second.
constexpr size_t kMostSeen = 1 << 20;

// Per tensor: whether the user, or commands for an accelerator, constrain the placement of its root's bytes.
// A placement constraint applies to the bytes of one tensor, not to the whole that it becomes a part of.
std::vector<bool> wished_roots(const Graph& graph, const Storage& storage) {
  std::vector<bool> wished(graph.tensors.size());
  const VelaPlan plan(graph);
  for (size_t i = 0; i < graph.tensors.size(); ++i)
    if (graph.tensors[i].placement.requested() || plan.is_operand(TensorId{static_cast<uint32_t>(i)}))
      wished[index(storage.root[i])] = true;
  return wished;
}

bool moves_nothing(const Graph& graph, size_t node) {
  const Storage storage = share_storage(graph);
  return storage.view[node] && reads_windows_in_time(graph, storage) &&
         !wished_roots(graph, storage)[index(storage.root[index(graph.nodes[node].out[0])])];
}

int64_t peak(const Graph& graph) { return peak_of(footprint_of(graph, true)); }

// Whether some, but not all, of a node's results, which are contiguous in its input, can be views.
bool is_partly_view(const Graph& graph, const Node& node) {
  const nook::Signature& signature = op_row(node).signature;
  if (signature.many_inputs() || node.out.size() < 2 || !node.unit.empty()) return false;
  const auto placed = [&](TensorId t) { return graph.is_output(t) || graph[t].variable; };
  const auto count = std::ranges::count_if(node.out, placed);
  return count > 0 && static_cast<size_t>(count) < node.out.size();
}

// Cuts node i, a SPLIT, into slices if some of them are views and the peak does not rise. Returns the number
// of views; updates the peak.
int views_of_some(Graph& graph, size_t i, int64_t& least) {
  Graph cut = graph;
  const size_t count = graph.nodes[i].out.size();
  cut_split(cut, i);
  // Decides all slices at once: none affects another, because each is a part of the input.
  const Storage before = share_storage(cut);
  const std::vector<bool> wished = wished_roots(cut, before);
  const auto is_wished = [&](TensorId t) { return wished[index(before.root[index(t)])]; };
  for (size_t k = i; k < i + count; ++k)
    if (!is_wished(cut.nodes[k].in[0]) && !is_wished(cut.nodes[k].out[0]))
      cut.nodes[k].parts = parts_of(cut, cut.nodes[k]);
  const Storage storage = share_storage(cut);
  int views = 0;
  for (size_t k = i; k < i + count; ++k) {
    if (!storage.view[k]) cut.nodes[k].parts.clear();
    views += storage.view[k];
  }
  const int64_t now = views > 0 && reads_windows_in_time(cut, storage) ? peak(cut) : INT64_MAX;
  if (now > least) return 0;
  graph = std::move(cut), least = now;
  return views;
}

}  // namespace

int make_views(Graph& graph) {
  if (std::ranges::none_of(graph.nodes, may_be_view)) return 0;
  int views = 0;
  size_t looks = kMostLooks, seen = 0;
  int64_t least = peak(graph);
  for (size_t i = 0; i < graph.nodes.size() && looks > 0 && seen < kMostSeen; ++i) {
    Node& node = graph.nodes[i];
    if (!may_be_view(node) || joins_window(graph, node)) continue;
    node.parts = parts_of(graph, node);
    if (node.parts.empty()) continue;
    invariant(node.parts.size() == (op_row(node).signature.many_inputs() ? node.in : node.out).size(),
              "each part has a place in the whole");
    --looks, seen += graph.nodes.size() + graph.tensors.size();
    const bool nothing = moves_nothing(graph, i);
    const int64_t now = nothing ? peak(graph) : INT64_MAX;
    if (now <= least) {
      least = now, ++views;
      continue;
    }
    const size_t results = node.out.size();
    const int some = !nothing && is_partly_view(graph, node) ? views_of_some(graph, i, least) : 0;
    views += some;
    if (some > 0)
      i += results - 1;  // skips the slices, which are already decided
    else
      graph.nodes[i].parts.clear();
  }
  return views;
}

}  // namespace nookc
