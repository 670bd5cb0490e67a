#include "nookc/middle/search/evaluate.h"

#include <algorithm>

#include "nookc/core/invariant.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/lower.h"
#include "nookc/middle/plan/placing/place.h"
#include "nookc/middle/rows/by_rows.h"
#include "nookc/middle/search/price.h"

namespace nookc {
namespace {

Graph with_views(Graph graph, Views views) {
  for (size_t i = 0; i < graph.nodes.size() && views != Views::kAll; ++i) {
    const bool stays = views == Views::kWholeTensors && names_whole(graph, graph.nodes[i]);
    if (!stays && !joins_window(graph, graph.nodes[i])) graph.nodes[i].parts.clear();
  }
  return graph;
}

bool same_chains(const Program& a, const Program& b) {
  return std::ranges::equal(a.chains, b.chains, [](const RowChain& x, const RowChain& y) {
    return x.stages.size() == y.stages.size() && x.stages[0].call == y.stages[0].call;
  });
}

}  // namespace

Evaluator::Lowered& Evaluator::lowered(const Choices& choices) {
  const std::tuple key(choices.views, choices.rows, choices.kernels);
  if (const auto known = lowered_.find(key); known != lowered_.end()) return known->second;
  // Attrs -> Params, kernel, scratch, packed weights
  Lowered made(lower(with_views(graph_, choices.views), options_, choices.rows, choices.kernels, nodes_));
  if (made.program) made.storage = share_storage(made.program->graph);
  return lowered_.emplace(key, std::move(made)).first->second;
}

const Result<Program>& Evaluator::unplaced(const Choices& choices) {
  Lowered& from = lowered(choices);
  if (!from.program || choices.lines == Lines::kNone) return from.program;
  if (const auto known = unplaced_.find(choices); known != unplaced_.end()) return known->second;
  if (!from.stages) from.stages = find_stages(*from.program, from.storage, options_, choices.rows);
  Result<Program> made = from.program;
  const Overwriting overwriting =
      choices.lines == Lines::kCountOverwriting ? Overwriting::kCounts : Overwriting::kDoesNot;
  if (Status fine = run_by_rows(*made, from.storage, *from.stages, options_, overwriting); !fine)
    made = fine.diag();
  // From here on every buffer's size is final.
  return unplaced_.emplace(choices, std::move(made)).first->second;
}

Result<Program> Evaluator::placed(Program program, const CompileOptions& options) {
  ++plans_;
  if (const Status status = place(program, options, known_.get()); !status) return status.diag();
  return program;
}

const Result<Program>& Evaluator::evaluate(const Choices& choices) {
  if (const auto known = placed_.find(choices); known != placed_.end()) return known->second;
  Result<Program> made = unplaced(choices);
  if (made) made = placed(*std::move(made), options_);
  // From here on every address is final; emission decides nothing.
  return placed_.emplace(choices, std::move(made)).first->second;
}

double Evaluator::fewest_cycles(const Program& program, const Call& call, KernelRows rows) {
  double least = cycles_of(program, call, options_);
  for (const Candidate& each : nodes_.chosen(program.graph, index(call.node), rows).candidates)
    if (each.estimate) least = std::min(least, static_cast<double>(each.estimate->flash));
  return least;
}

bool Evaluator::same_lines(const Choices& a, const Choices& b) {
  const Result<Program>&first = unplaced(a), &second = unplaced(b);
  return !first || !second || same_chains(*first, *second);
}

const Evaluator::Quick& Evaluator::quick(const Choices& choices) {
  const auto [at, fresh] = quick_.try_emplace(choices);
  if (const Result<Program>& program = unplaced(choices); fresh && program) {
    CompileOptions options = options_;
    options.solver = "greedy_by_size";
    const Result<Program> some = placed(*program, options);
    if (some) at->second.ram = ram_bytes(*some);
    if (some && some->scratch_pools.size() == 1) {
      at->second.bound = some->scratch_pools[0].lower_bound;
      at->second.least_ram = ram_bytes(*some) - some->scratch_bytes + *at->second.bound;
    }
  }
  return at->second;
}

bool Evaluator::surely_larger(const Choices& choices, int32_t bytes) {
  const Quick& known = quick(choices);
  return known.bound && *known.bound > bytes;
}

bool Evaluator::surely_needs_more(const Choices& choices, int64_t ram) {
  const Quick& known = quick(choices);
  return known.least_ram && *known.least_ram > ram;
}

bool Evaluator::fits(const Choices& choices, int64_t ram) {
  if (!placed_.contains(choices)) {
    const Quick& known = quick(choices);
    if (known.ram && *known.ram <= ram) return true;
    if (known.least_ram && *known.least_ram > ram) return false;
  }
  const Result<Program>& made = evaluate(choices);
  return made && ram_bytes(*made) <= ram;
}

int64_t Evaluator::packed_bytes(const Program& program, size_t node, const nook::KernelEntry& kernel) {
  const Chosen& known = nodes_.every(program.graph, node);
  return static_cast<int64_t>(nodes_.packed(program.graph, node, kernel, known.op->params)->size());
}

bool Evaluator::may_replace(const Choices& choices, size_t call) {
  Lowered& from = lowered(choices);
  if (choices.lines == Lines::kNone || !unplaced(choices) || !from.stages) return false;
  const auto replaces = [&](const StageTable& table) {
    return table.ops.size() > call && table.ops[call].kernel != nullptr;
  };
  return replaces(from.stages->rows) || std::ranges::any_of(from.stages->strips, replaces);
}

bool Evaluator::may_strip(const Choices& choices) {
  Lowered& from = lowered(choices);
  return choices.lines != Lines::kNone && unplaced(choices) && from.stages && !from.stages->strips.empty();
}

Result<Program> Evaluator::take(const Choices& choices) {
  evaluate(choices);
  invariant(nodes_.times() <= 4, "nodes are not lowered again for each choice");
  return std::move(placed_.find(choices)->second);
}

}  // namespace nookc
