#include "nookc/middle/hop/hop.h"

#include <algorithm>

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "nookc/middle/hop/find_axis.h"
#include "nookc/middle/hop/rewrite.h"
#include "nookc/middle/hop/split_means.h"
#include "nookc/middle/hop/values.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

// A recurrent layer reads the whole window, and its state goes on from one window to the next.
bool may_keep_state(const Node& node) {
  return Graph::attrs<nook::UnidirectionalSequenceLstm>(node) != nullptr;
}

Status check_model(const Graph& graph) {
  if (!graph.regions.empty())
    return Diag{Exit::kUsage, "N2094", graph.file, "--hop can't be combined with control flow (IF, WHILE)",
                "leave it out"};
  for (const Node& node : graph.nodes)
    if (!node.erased() && has_state(graph, node) && !may_keep_state(node))
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

// A plan for the network as it is, or for the one that keeps sums of rows.
struct HopWay {
  HopPlan plan;
  bool sums;
};

void add_ways(const Graph& graph, const Motion& motion, bool sums, std::vector<HopWay>& all) {
  for (HopPlan& plan : hop_plans(graph, motion))
    if (saves(graph, motion, plan)) all.push_back({std::move(plan), sums});
}

// In the order of falling state, without those that another one surpasses in state or work and equals in the
// other.
std::vector<HopWay> worthwhile(std::vector<HopWay> all) {
  std::ranges::stable_sort(all, {},
                           [](const HopWay& w) { return std::pair(w.plan.state_bytes, w.plan.work); });
  std::vector<HopWay> best;
  for (HopWay& way : all)
    if (best.empty() || way.plan.work < best.back().plan.work) best.push_back(std::move(way));
  std::ranges::reverse(best);
  return best;
}

Motion moved_alike(const Graph& graph, const Motion& motion) {
  std::vector<TimeAxis> inputs;
  for (TensorId t : graph.inputs) inputs.push_back(motion.of(t));
  return motion_of(graph, inputs, motion.hop);
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

void describe_rows(const Graph& graph, const Motion& motion, const HopPlan& plan, TensorId t,
                   HopOperator& op) {
  op.name = graph[t].name;
  const TimeAxis& axis = motion.of(t);
  if (!axis.moves()) return;
  const Held& held = plan.of(t);
  op.rows = axis.rows, op.step = axis.step;
  for (const Rows& rows : held.made)
    op.computed += rows.count(), op.made.push_back({rows.begin, rows.end - 1});
  if (!held.kept) return;
  op.kept = held.window.count(), op.window = {held.window.begin, held.window.end - 1};
  op.state_bytes = int64_t{op.kept} * (graph[t].bytes() / axis.rows);
}

std::vector<HopOperator> inputs_of(const Graph& graph, const Motion& motion, const HopPlan& plan) {
  std::vector<HopOperator> all;
  for (TensorId t : graph.inputs) {
    if (!motion.of(t).moves()) continue;
    all.emplace_back().kind = "input";
    describe_rows(graph, motion, plan, t, all.back());
  }
  return all;
}

std::vector<HopOperator> operators_of(const Graph& graph, const Motion& motion, const HopPlan& plan) {
  std::vector<HopOperator> all;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.erased()) continue;
    HopOperator& op = all.emplace_back();
    op.source = node.source, op.kind = op_name(node), op.macs = macs_of(graph, node);
    describe_rows(graph, motion, plan, node.out[0], op);
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

HopFacts facts_of(const Graph& graph, const Motion& motion, const HopPlan& plan, const HopWish& wish) {
  HopFacts facts;
  const TimeAxis& first = motion.of(graph.inputs[0]);
  facts.frames = wish.frames, facts.window = first.rows, facts.axis = first.dim;
  facts.runs = wish.start == HopStart::kWait ? facts.full() : 1;
  facts.inputs = inputs_of(graph, motion, plan);
  facts.operators = operators_of(graph, motion, plan);
  return facts;
}

}  // namespace

Result<HopFacts> move_by_hops(Graph& graph, const HopWish& wish) {
  if (const Status fits = check_model(graph); !fits) return fits.diag();
  show_axes(graph);
  Result<Motion> motion = find_motion(graph, wish);
  if (!motion) return motion.diag();
  const auto whole = static_cast<double>(std::max<int64_t>(1, work_of_window(graph, *motion)));
  std::vector<HopWay> all;
  add_ways(graph, *motion, false, all);
  if (all.empty()) return nothing_kept(graph, *motion);
  Graph with_sums = graph;
  const bool has_sums = split_means(with_sums, *motion) > 0;
  if (has_sums) add_ways(with_sums, moved_alike(with_sums, *motion), true, all);
  const std::vector<HopWay> ways = worthwhile(std::move(all));
  const auto way = std::ranges::find_if(ways, [&](const HopWay& each) {
    return wish.state_limit == 0 || each.plan.state_bytes <= wish.state_limit;
  });
  if (way == ways.end()) return too_little_state(wish, ways.back().plan);
  if (way->sums) graph = std::move(with_sums), motion = moved_alike(graph, *motion);
  HopFacts facts = facts_of(graph, *motion, way->plan, wish);
  for (const HopWay& each : ways)
    facts.choices.push_back({each.plan.state_bytes, static_cast<double>(each.plan.work) / whole});
  facts.chosen = static_cast<size_t>(way - ways.begin());
  std::vector<Bytes> before;
  const bool padding = wish.start == HopStart::kPadding;
  if (padding) before = values_of_padding(graph);
  if (padding && before.empty()) return unknown_start(graph);
  rewrite(graph, *motion, way->plan, padding ? 0 : facts.runs, before);
  return facts;
}

}  // namespace nookc
