#include "nookc/middle/passes/cut_splits.h"

#include <algorithm>
#include <optional>
#include <set>

#include "nook/ops/split/split_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nookc/graph/integers.h"

namespace nookc {
namespace {

constexpr size_t kMostCuts = 16;  // each is a call

struct Splitting {
  TensorId x;
  int axis;
};

bool is_split_part(const Graph& graph, const Splitting& cut, TensorId t) {
  const Tensor &x = graph[cut.x], &y = graph[t];
  if (y.variable || y.type != x.type || y.shape.rank != x.shape.rank || !graph.same_quantization(t, cut.x))
    return false;
  for (int d = 0; d < x.shape.rank; ++d)
    if (d != cut.axis && y.shape.dim[d] != x.shape.dim[d]) return false;
  return y.shape.elements() > 0;
}

// Nothing: the node splits nothing, the compiler refuses it, or a pass after this one makes views of it.
std::optional<Splitting> splitting_of(const Graph& graph, const Node& node) {
  if (node.erased() || !node.unit.empty() || node.out.size() < 2 || node.out.size() > kMostCuts) return {};
  const bool equal = Graph::attrs<nook::Split>(node);
  if (!equal && !Graph::attrs<nook::SplitV>(node)) return {};
  Splitting cut = {node.in[equal ? 1 : 0], 0};
  const nook::Shape& shape = graph[cut.x].shape;
  const std::vector<int64_t> axis = integers_of(graph, node.in[equal ? 0 : 2]);
  if (axis.size() != 1 || axis[0] < -shape.rank || axis[0] >= shape.rank) return {};
  cut.axis = static_cast<int>(axis[0] < 0 ? axis[0] + shape.rank : axis[0]);
  int64_t outer = 1, along = 0;
  for (int d = 0; d < cut.axis; ++d) outer *= shape.dim[d];
  const auto fits = [&](TensorId t) { return is_split_part(graph, cut, t); };
  if (outer < 2 || nook::size_of(graph[cut.x].type) == 0 || !std::ranges::all_of(node.out, fits)) return {};
  for (TensorId t : node.out) along += graph[t].shape.dim[cut.axis];
  return along == shape.dim[cut.axis] ? std::optional(cut) : std::nullopt;
}

// Takes all of the other dimensions, whatever their sizes.
void append_slices(Graph& graph, const Node& node, const Splitting& cut, std::vector<Node>& to) {
  const auto rank = static_cast<size_t>(graph[cut.x].shape.rank), axis = static_cast<size_t>(cut.axis);
  nook::StridedSlice::Attrs attrs;
  attrs.begin_mask = attrs.end_mask = ((1u << rank) - 1) & ~(1u << axis);
  std::vector<int32_t> begin(rank), end(rank);
  for (TensorId t : node.out) {
    end[axis] = begin[axis] + graph[t].shape.dim[cut.axis];
    const std::string name = graph[t].name;
    Node& slice = to.emplace_back();
    slice.attrs = attrs, slice.source = node.source, slice.folded = node.folded, slice.out = {t};
    slice.in = {cut.x, add_integers(graph, name + "_begin", begin), add_integers(graph, name + "_end", end),
                add_integers(graph, name + "_step", std::vector<int32_t>(rank, 1))};
    begin = end;
  }
}

}  // namespace

int cut_splits(Graph& graph) {
  int changes = 0;
  std::set<TensorId> read;
  for (const Node& node : graph.nodes)
    if (!node.erased()) read.insert(node.in.begin(), node.in.end());
  std::vector<Node> all;
  for (const Node& node : std::vector<Node>(graph.nodes)) {
    const std::optional<Splitting> cut = splitting_of(graph, node);
    if (!cut || std::ranges::none_of(node.out, [&](TensorId t) { return read.contains(t); })) {
      all.push_back(node);
      continue;
    }
    append_slices(graph, node, *cut, all);
    ++changes;
  }
  graph.nodes = std::move(all);
  return changes;
}

}  // namespace nookc
