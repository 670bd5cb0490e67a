#include "nookc/middle/passes/reorder.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "nookc/core/invariant.h"
#include "nookc/middle/passes/order/search.h"

namespace nookc {
namespace {

constexpr size_t kMostNodes = 2048;
constexpr int64_t kMostLooks = 1 << 17;  // about a second

bool may_move(const Graph& graph) {
  return std::ranges::none_of(graph.tensors, [](const Tensor& t) { return t.placement.offset >= 0; });
}

int move(Graph& graph, const Footprint& footprint, const std::vector<size_t>& order) {
  invariant([&] { return std::set<size_t>(order.begin(), order.end()).size() == footprint.steps.size(); },
            "each step is once in an order");
  std::vector<Node> nodes;
  int moved = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    moved += order[i] != i;
    nodes.push_back(std::move(graph.nodes[footprint.node[order[i]]]));
  }
  for (size_t i = 0; i < order.size(); ++i) graph.nodes[footprint.node[i]] = std::move(nodes[i]);
  return moved;
}

}  // namespace

int reorder(Graph& graph) {
  if (graph.nodes.size() > kMostNodes || !may_move(graph)) return 0;
  const Footprint scratch = footprint_of(graph, false), all = footprint_of(graph, true);
  std::vector<size_t> old(scratch.steps.size());
  std::iota(old.begin(), old.end(), size_t{0});
  for (const Footprint* lower : {&scratch, &all}) {
    const Footprint& other = lower == &scratch ? all : scratch;
    const auto order = least_order(*lower, kMostLooks);
    if (!order || *order == old) continue;
    if (peak_of(other, *order) <= peak_of(other, old)) return move(graph, *lower, *order);
  }
  return 0;
}

}  // namespace nookc
