#include "nookc/middle/cores/halves.h"

#include <algorithm>

#include "nookc/graph/any_attrs.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

// A smaller operator takes about as long as the signals for its halves (steps_of()).
constexpr int64_t kLeastSteps = 500;

// Rows of a tensor in two buffers, for each that is in both.
constexpr int32_t kLeastRowsPerCopy = 2;

// A filter sees one image at a time; so do its halves of several images.
RowRule rule_for(const Graph& graph, const Node& node, const std::vector<TimeAxis>& axes) {
  Node copy = node;
  const TensorId x = node.in[op_row(node).signature.first(nook::Role::kData)];
  if (x == TensorId::kNone || axes[index(x)].dim != 0 || !sliding_filter(graph, copy))
    return rule_of(graph, node, axes);
  const nook::ConvolutionAttrs* const conv = convolution_of(copy.attrs);
  const bool constant = !conv || graph[node.in[1]].constant(),
             finds_range =
                 conv && graph[x].type != graph[node.in[1]].type && graph[x].type == nook::DType::kF32;
  RowRule rule;
  rule.kind = constant && !finds_range ? RowRule::Kind::kEach : RowRule::Kind::kWhole, rule.out_dim = 0;
  return rule;
}

}  // namespace

int outermost(const nook::Shape& shape) {
  for (int d = 0; d < shape.rank; ++d)
    if (shape.dim[d] != 1) return d;
  return -1;
}

TimeAxis time_axis_of(const Tensor& t) {
  const int dim = t.constant() ? -1 : outermost(t.shape);
  if (dim < 0) return {};
  return {dim, t.shape.dim[dim], 1, {0, t.shape.dim[dim]}};
}

bool may_divide(const Graph& graph, const Node& node, const std::set<int32_t>& whole) {
  return !node.erased() && !whole.contains(node.source) && node.out.size() == 1 && node.unit.empty() &&
         node.parts.empty() && !op_row(node).renames && !has_state(graph, node) && !may_wait(node) &&
         !graph[node.out[0]].variable && !graph.window_of(node.out[0]) &&
         nook::size_of(graph[node.out[0]].type) > 0 && steps_of(graph, node) >= kLeastSteps;
}

Rows rows_read(const RowRule& rule, Rows made, int32_t rows) {
  return rule.kind == RowRule::Kind::kEach ? made : RowRule::inside(rule.seen(made), rows);
}

std::pair<Rows, Rows> halves_of(int32_t rows) { return {{0, rows / 2}, {rows / 2, rows}}; }

std::optional<RowRule> divisible_rows(const Graph& graph, const Node& node,
                                      const std::vector<TimeAxis>& axes) {
  const RowRule rule = rule_for(graph, node, axes);
  using Kind = RowRule::Kind;
  if (rule.kind != Kind::kEach && rule.kind != Kind::kWindow) return {};
  const nook::Shape& shape = graph[node.out[0]].shape;
  if (rule.out_dim != outermost(shape)) return {};
  const auto [first, second] = halves_of(shape.dim[rule.out_dim]);
  for (const Rows& made : {first, second})
    for (TensorId t : node.in)
      if (t != TensorId::kNone && axes[index(t)].moves() &&
          rows_read(rule, made, axes[index(t)].rows).empty())
        return {};
  return rule;
}

std::map<TensorId, SeparateHalves> find_separate(const Graph& graph, const std::vector<TimeAxis>& axes,
                                                 const HalvesWish& wish) {
  std::map<TensorId, SeparateHalves> all;
  std::map<TensorId, std::vector<std::pair<const Node*, RowRule>>> readers;
  std::set<TensorId> excluded(graph.outputs.begin(), graph.outputs.end());
  std::vector<const Node*> makers;
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    const std::optional<RowRule> rule =
        may_divide(graph, node, wish.whole) ? divisible_rows(graph, node, axes) : std::nullopt;
    if (rule && graph[node.out[0]].bytes() >= wish.separate_from) makers.push_back(&node);
    for (TensorId t : node.in)
      if (t != TensorId::kNone && rule && axes[index(t)].moves())
        readers[t].emplace_back(&node, *rule);
      else
        excluded.insert(t);
  }
  for (const Node* const maker : makers) {
    const TensorId t = maker->out[0];
    if (excluded.contains(t) || readers[t].empty()) continue;
    const int32_t rows = axes[index(t)].rows, middle = rows / 2;
    SeparateHalves halves{TensorId::kNone, TensorId::kNone, middle, middle};
    for (const auto& [node, rule] : readers[t]) {
      const auto [first, second] = halves_of(graph[node->out[0]].shape.dim[rule.out_dim]);
      halves.end = std::max(halves.end, rows_read(rule, first, rows).end);
      halves.begin = std::min(halves.begin, rows_read(rule, second, rows).begin);
    }
    if ((halves.end - halves.begin) * kLeastRowsPerCopy <= rows) all.emplace(t, halves);
  }
  return all;
}

}  // namespace nookc
