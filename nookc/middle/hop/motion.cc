#include "nookc/middle/hop/motion.h"

#include <numeric>

#include "nookc/graph/sliding_filter.h"

namespace nookc {
namespace {

int32_t floor_div(int32_t a, int32_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
int32_t ceil_div(int32_t a, int32_t b) { return -floor_div(-a, b); }

// The rows of a result that see no padding of the window. Results that are only padding are computed with one
// that is not: no operator reads no row.
Rows inner_rows(const RowRule& rule, const TimeAxis& x, int32_t rows) {
  if (x.inner.empty()) return {};
  Rows inner = {ceil_div(x.inner.begin + rule.before, rule.stride),
                floor_div(x.inner.end - rule.reach + rule.before, rule.stride) + 1};
  const Rows real = rule.touching(x.rows, rows);
  if (real.begin > 0) inner.begin = std::max(inner.begin, real.begin + 1);
  if (real.end < rows) inner.end = std::min(inner.end, real.end - 1);
  inner = {std::max(0, inner.begin), std::min(rows, inner.end)};
  return inner.empty() ? Rows{} : inner;
}

TimeAxis axis_of_result(const Graph& graph, const Node& node, TensorId result, const RowRule& rule,
                        const std::vector<TimeAxis>& axes) {
  TimeAxis y;
  y.dim = rule.out_dim, y.rows = graph[result].shape.dim[rule.out_dim];
  bool first = true;
  for (TensorId t : node.in) {
    if (t == TensorId::kNone || !axes[index(t)].moves()) continue;
    const Rows inner = inner_rows(rule, axes[index(t)], y.rows);
    y.step = axes[index(t)].step * rule.stride;
    y.inner = first ? inner : Rows{std::max(y.inner.begin, inner.begin), std::min(y.inner.end, inner.end)};
    first = false;
  }
  if (y.inner.empty()) y.inner = {};
  return y;
}

bool any_moves(const Node& node, const std::vector<TimeAxis>& axes) {
  return std::ranges::any_of(node.in,
                             [&](TensorId t) { return t != TensorId::kNone && axes[index(t)].moves(); });
}

}  // namespace

Rows RowRule::touching(int32_t in, int32_t out) const {
  return {std::max(0, floor_div(before - reach, stride) + 1),
          std::min(out, floor_div(in - 1 + before, stride) + 1)};
}

Motion motion_of(const Graph& graph, const std::vector<TimeAxis>& inputs, int32_t hop) {
  Motion motion;
  motion.hop = hop;
  motion.axes.resize(graph.tensors.size()), motion.rules.resize(graph.nodes.size());
  for (size_t i = 0; i < graph.inputs.size(); ++i) motion.axes[index(graph.inputs[i])] = inputs[i];
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.erased() || !any_moves(node, motion.axes)) continue;
    RowRule& rule = motion.rules[i] = rule_of(graph, node, motion.axes);
    if (rule.kind == RowRule::Kind::kWhole) continue;
    for (TensorId t : node.out) motion.axes[index(t)] = axis_of_result(graph, node, t, rule, motion.axes);
  }
  return motion;
}

int64_t least_hop(const Motion& motion) {
  int64_t least = 1;
  for (const TimeAxis& axis : motion.axes)
    if (axis.moves()) least = std::lcm(least, int64_t{axis.step});
  return least;
}

}  // namespace nookc
