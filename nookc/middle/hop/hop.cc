#include "nookc/middle/hop/hop.h"

#include <algorithm>

#include "nookc/middle/hop/find_axis.h"
#include "nookc/middle/hop/rewrite.h"
#include "nookc/middle/hop/values.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

Status check_model(const Graph& graph) {
  if (!graph.regions.empty())
    return Diag{Exit::kUsage, "N2094", graph.file, "--hop can't be combined with control flow (IF, WHILE)",
                "leave it out"};
  for (const Node& node : graph.nodes)
    if (!node.erased() && has_state(graph, node))
      return Diag{Exit::kUsage, "N2094", graph.file,
                  "--hop is for networks of a whole window, and " + describe(graph, node) +
                      " keeps state from one run to the next",
                  "leave out --hop: this network takes new frames already"};
  return Done{};
}

// The whole window's plan, for comparison: no tensor is kept, and all rows are computed.
int64_t work_of_window(const Graph& graph, const Motion& motion) {
  const std::vector<int64_t> by_row = work_by_row(graph, motion);
  int64_t work = 0;
  for (size_t i = 0; i < by_row.size(); ++i) {
    const RowRule::Kind kind = motion.rules[i].kind;
    const bool rows = kind != RowRule::Kind::kStill && kind != RowRule::Kind::kWhole;
    work += by_row[i] * (rows ? motion.of(graph.nodes[i].out[0]).rows : 1);
  }
  return work;
}

// Whether a hop computes fewer rows than the window has.
bool saves(const Graph& graph, const Motion& motion, const HopPlan& plan) {
  for (const Node& node : graph.nodes) {
    if (node.erased() || !motion.of(node.out[0]).moves() || plan.of(node.out[0]).made.empty()) continue;
    int32_t computed = 0;
    for (const Rows& rows : plan.of(node.out[0]).made) computed += rows.count();
    if (computed < motion.of(node.out[0]).rows) return true;
  }
  return false;
}

Diag nothing_kept(const Graph& graph, const Motion& motion) {
  return {Exit::kUsage, "N2094", graph.file,
          "a hop would compute as much as the whole window: " + obstacles(graph, motion) +
              " needs all rows of its input",
          "leave out --hop"};
}

int64_t macs_of(const Graph& graph, const Node& node) {
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  return prepared ? op_row(node).forms[static_cast<size_t>(prepared->form)].macs(prepared->params) : 0;
}

std::vector<HopOperator> operators_of(const Graph& graph, const Motion& motion, const HopPlan& plan) {
  std::vector<HopOperator> all;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.erased()) continue;
    HopOperator& op = all.emplace_back();
    op.source = node.source, op.kind = op_name(node), op.name = graph[node.out[0]].name;
    op.macs = macs_of(graph, node);
    const TimeAxis& axis = motion.of(node.out[0]);
    if (!axis.moves()) continue;
    const Held& held = plan.of(node.out[0]);
    op.rows = axis.rows;
    for (const Rows& rows : held.made) op.computed += rows.count();
    op.kept = held.kept ? held.window.count() : 0;
    if (held.kept) op.state_bytes = int64_t{held.window.count()} * (graph[node.out[0]].bytes() / axis.rows);
  }
  return all;
}

Diag too_little_state(const HopWish& wish, const HopPlan& least) {
  return {Exit::kDoesNotFit, "N2092", "--hop-state " + std::to_string(wish.state_limit),
          "need " + std::to_string(least.state_bytes) +
              " bytes at least to compute fewer rows than the whole window has",
          "give more, or leave out --hop"};
}

Diag unknown_start(const Graph& graph) {
  return {Exit::kUsage, "N2094", graph.file,
          "--hop-start padding: the rows of a window of padding can't be computed here", "--hop-start wait"};
}

}  // namespace

Result<HopFacts> move_by_hops(Graph& graph, const HopWish& wish) {
  if (const Status fits = check_model(graph); !fits) return fits.diag();
  show_axes(graph);
  const Result<Motion> motion = find_motion(graph, wish);
  if (!motion) return motion.diag();
  std::vector<HopPlan> plans = hop_plans(graph, *motion);
  std::erase_if(plans, [&](const HopPlan& plan) { return !saves(graph, *motion, plan); });
  if (plans.empty()) return nothing_kept(graph, *motion);
  const auto plan = std::ranges::find_if(plans, [&](const HopPlan& each) {
    return wish.state_limit == 0 || each.state_bytes <= wish.state_limit;
  });
  if (plan == plans.end()) return too_little_state(wish, plans.back());
  HopFacts facts;
  const TimeAxis& first = motion->of(graph.inputs[0]);
  facts.frames = wish.frames, facts.window = first.rows, facts.axis = first.dim;
  facts.runs = wish.start == HopStart::kWait ? facts.full() : 1;
  facts.operators = operators_of(graph, *motion, *plan);
  const auto whole = static_cast<double>(std::max<int64_t>(1, work_of_window(graph, *motion)));
  for (const HopPlan& each : plans)
    facts.choices.push_back({each.state_bytes, static_cast<double>(each.work) / whole});
  facts.chosen = static_cast<size_t>(plan - plans.begin());
  std::vector<Bytes> before;
  const bool padding = wish.start == HopStart::kPadding;
  if (padding) before = values_of_padding(graph);
  if (padding && before.empty()) return unknown_start(graph);
  rewrite(graph, *motion, *plan, padding ? 0 : facts.runs, before);
  return facts;
}

}  // namespace nookc
