#include "nookc/middle/hop/keep.h"

#include <algorithm>
#include <optional>

#include "nook/ops/block_sums/block_sums_op.h"
#include "nook/ops/mean_of_sums/mean_of_sums_op.h"
#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

using Kind = RowRule::Kind;

// Each plan is compared with as many others as it keeps tensors; larger networks keep all.
constexpr size_t kMostTried = 128;

// The work of a call of an operator, and of keeping a byte: it moves.
constexpr int64_t kCallWork = 100, kMovedBytesPerWork = 2;

// Sums have portable kernels: they take several instructions for a step, where layers take about one.
constexpr int64_t kWorkOfSums = 5;

int64_t work_of_node(const Graph& graph, const Node& node) {
  const bool sums = Graph::attrs<nook::BlockSums>(node) || Graph::attrs<nook::MeanOfSums>(node);
  return steps_of(graph, node) * (sums ? kWorkOfSums : 1);
}

bool computes_rows(const RowRule& rule) {
  return rule.kind == Kind::kEach || rule.kind == Kind::kWindow || rule.kind == Kind::kPart;
}

int64_t row_bytes(const Graph& graph, const Motion& motion, TensorId t) {
  return graph[t].bytes() / motion.of(t).rows;
}

struct Planning {
  const Graph& graph;
  const Motion& motion;
  const std::vector<int64_t>& work;
  HopPlan plan;
  std::vector<RowSet> needed;  // per tensor: by its readers

  void need(TensorId t, Rows rows) { needed[index(t)].add(rows); }
  void need_all(TensorId t) { need(t, {0, motion.of(t).rows}); }
};

// A piece computes at least one row whose filter sees a row: no operator reads nothing.
RowSet pieces_of(const RowSet& needed, const RowRule& rule, int32_t operand_rows, int32_t rows) {
  RowSet pieces;
  const Rows real = rule.kind == Kind::kWindow ? rule.touching(operand_rows, rows) : Rows{0, rows};
  for (const Rows& piece : needed.ranges())
    pieces.add({std::min(piece.begin, real.end - 1), std::max(piece.end, real.begin + 1)});
  return pieces;
}

// The window that keeps the rows of a tensor, if a reader needs a row of the last hop.
std::optional<Held> keep(const TimeAxis& axis, int32_t shift, const RowSet& needed) {
  const Rows all = needed.hull();
  const Rows inner = {std::max(all.begin, axis.inner.begin), std::min(all.end, axis.inner.end)};
  const Rows old = {inner.begin, inner.end - shift};
  const auto reads_old = [&](const Rows& rows) { return rows.begin < old.end && old.begin < rows.end; };
  if (inner.empty() || old.empty() || std::ranges::none_of(needed.ranges(), reads_old)) return {};
  Held held{true, all, {}};
  if (all.begin < inner.begin) held.made.push_back({all.begin, inner.begin});
  held.made.push_back({old.end, all.end});
  return held;
}

// An input's new rows are its last ones; all others that a reader needs are kept.
Held hold_input(const TimeAxis& axis, int32_t hop, const RowSet& needed) {
  const Rows fresh = {axis.rows - hop, axis.rows};
  if (needed.empty() || fresh.holds(needed.hull())) return {false, {}, {fresh}};
  return {true, {needed.hull().begin, axis.rows}, {fresh}};
}

int32_t operand_rows(const Planning& d, const Node& node) {
  for (TensorId t : node.in)
    if (t != TensorId::kNone && d.motion.of(t).moves()) return d.motion.of(t).rows;
  return 0;
}

// The rows that a node computes: the needed rows of its only result, or all that a reader of any result
// needs.
void hold_results(Planning& d, const Node& node, const RowRule& rule) {
  RowSet all;
  for (TensorId t : node.out)
    for (const Rows& rows : d.needed[index(t)].ranges()) all.add(rows);
  if (all.empty()) return;
  const TensorId y = node.out[0];
  const TimeAxis& axis = d.motion.of(y);
  std::optional<Held> held;
  if (node.out.size() == 1 && d.plan.wanted[index(y)]) held = keep(axis, d.motion.shift(y), all);
  if (!held) held = Held{false, {}, pieces_of(all, rule, operand_rows(d, node), axis.rows).ranges()};
  for (TensorId t : node.out) d.plan.held[index(t)] = *held;
}

void visit(Planning& d, size_t i) {
  const Node& node = d.graph.nodes[i];
  const RowRule& rule = d.motion.rules[i];
  const auto moving = [&](auto use) {
    for (TensorId t : node.in)
      if (t != TensorId::kNone && d.motion.of(t).moves()) use(t);
  };
  if (!computes_rows(rule)) {
    d.plan.work += d.work[i];
    moving([&](TensorId t) { d.need_all(t); });
    return;
  }
  hold_results(d, node, rule);
  for (const Rows& piece : d.plan.of(node.out[0]).made) {
    d.plan.work += d.work[i] * piece.count() + (d.work[i] > 0 ? kCallWork : 0);
    moving([&](TensorId t) {
      d.need(t, rule.kind == Kind::kEach ? piece : RowRule::inside(rule.seen(piece), d.motion.of(t).rows));
    });
  }
}

// The tensors that are kept and could be computed instead.
std::vector<size_t> kept_results(const Graph& graph, const HopPlan& plan) {
  std::vector<size_t> all;
  for (size_t t = 0; t < plan.held.size(); ++t)
    if (plan.held[t].kept && !graph.is_input(TensorId{static_cast<uint32_t>(t)})) all.push_back(t);
  return all;
}

// Results of operators that compute something: names and parts of other tensors are had for nothing.
std::vector<bool> worth_keeping(const Graph& graph, const std::vector<int64_t>& work) {
  std::vector<bool> wanted(graph.tensors.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    for (TensorId t : graph.nodes[i].out) wanted[index(t)] = work[i] > 0;
  return wanted;
}

HopPlan without(const Graph& graph, const Motion& motion, const std::vector<int64_t>& work,
                const HopPlan& plan, size_t tensor) {
  std::vector<bool> wanted = plan.wanted;
  wanted[tensor] = false;
  return plan_rows(graph, motion, work, std::move(wanted));
}

}  // namespace

std::vector<int64_t> work_by_row(const Graph& graph, const Motion& motion) {
  std::vector<int64_t> work(graph.nodes.size());
  for (size_t i = 0; i < work.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.erased()) continue;
    const RowRule& rule = motion.rules[i];
    const bool names_only = op_row(node).renames || rule.kind == Kind::kPart;
    if (names_only) continue;
    work[i] = work_of_node(graph, node);
    if (computes_rows(rule)) work[i] = std::max<int64_t>(1, work[i] / motion.of(node.out[0]).rows);
  }
  return work;
}

HopPlan plan_rows(const Graph& graph, const Motion& motion, const std::vector<int64_t>& work,
                  std::vector<bool> wanted) {
  Planning d{graph, motion, work, {}, std::vector<RowSet>(graph.tensors.size())};
  d.plan.wanted = std::move(wanted), d.plan.held.resize(graph.tensors.size());
  for (TensorId t : graph.outputs)
    if (motion.of(t).moves()) d.need_all(t);
  for (size_t i = graph.nodes.size(); i-- > 0;)
    if (!graph.nodes[i].erased()) visit(d, i);
  for (TensorId t : graph.inputs)
    if (motion.of(t).moves())
      d.plan.held[index(t)] = hold_input(motion.of(t), motion.hop, d.needed[index(t)]);
  for (size_t i = 0; i < d.plan.held.size(); ++i) {
    const TensorId t{static_cast<uint32_t>(i)};
    if (!d.plan.held[i].kept) continue;
    const int64_t bytes = d.plan.held[i].window.count() * row_bytes(graph, motion, t);
    d.plan.state_bytes += bytes, d.plan.work += kCallWork + bytes / kMovedBytesPerWork;
  }
  return std::move(d.plan);
}

std::vector<HopPlan> hop_plans(const Graph& graph, const Motion& motion) {
  const std::vector<int64_t> work = work_by_row(graph, motion);
  std::vector<HopPlan> plans;
  HopPlan plan = plan_rows(graph, motion, work, worth_keeping(graph, work));
  if (kept_results(graph, plan).size() > kMostTried) return {plan};
  for (;;) {
    std::optional<HopPlan> best;
    double best_price = 0;
    for (size_t t : kept_results(graph, plan)) {
      HopPlan less = without(graph, motion, work, plan, t);
      const auto saved = static_cast<double>(std::max<int64_t>(1, plan.state_bytes - less.state_bytes));
      const double price = static_cast<double>(less.work - plan.work) / saved;
      if (best && price >= best_price) continue;
      best = std::move(less), best_price = price;
    }
    const bool cheaper = best && best->work <= plan.work;
    const bool smaller = plans.empty() || plan.state_bytes < plans.back().state_bytes;
    if (!cheaper && smaller) plans.push_back(plan);
    if (!best) return plans;
    plan = *std::move(best);
  }
}

}  // namespace nookc
