#include "nookc/middle/plan/placing/place.h"

#include <algorithm>

#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/check_access.h"
#include "nookc/middle/plan/placing/memory_task.h"
#include "nookc/middle/plan/placing/place_kept.h"
#include "nookc/middle/plan/placing/pools_of.h"
#include "nookc/middle/plan/placing/staging.h"
#include "nookc/middle/plan/placing/units.h"

namespace nookc {
namespace {

// Rows computed in place belong to the next stage, which may write to the application's buffer.
void share_rows(Program& p, Storage& storage, const RowChain& chain) {
  for (const RowStage& stage : chain.stages) {
    if (stage.into < 0) continue;
    const TensorId to = chain.stages[static_cast<size_t>(stage.into)].out;
    for (size_t i = 0; i < storage.root.size(); ++i)
      if (storage.root[i] == stage.out) storage.root[i] = to, p.location[i] = p.location[index(to)];
  }
  for (const RowStage& stage : chain.stages) {
    Call& call = p.calls[static_cast<size_t>(stage.call)];
    const auto find = [&](TensorId t, Location& at) {
      if (t != TensorId::kNone && !p.graph[t].constant()) at = p.location[index(t)];
    };
    for (size_t k = 0; k < call.in.size(); ++k) find(call.in_tensors[k], call.in[k]);
    find(call.out_tensors[0], call.out[0]);
  }
}

// Opens the pools, and places persistent state in them. In pools with a size, the rest is left for scratch.
Result<TaskPools> open_pools(Program& p, const Storage& storage, const CompileOptions& options) {
  Result<std::vector<MemoryPool>> pools = pools_of(options);
  if (!pools) return pools.diag();
  TaskPools opened{*std::move(pools), {}};
  open_to_units(opened.pools, options.pools.size(), options.units);
  std::vector<bool> limited;  // per pool: whether it has its own size
  for (MemoryPool& pool : opened.pools) {
    limited.push_back(!pool.constant && pool.size > 0);
    if (!pool.constant && pool.size == 0) pool.size = options.scratch_limit;
    std::vector<PoolUse>& uses = pool.constant ? p.constant_pools : p.scratch_pools;
    opened.index_of.push_back(static_cast<int32_t>(uses.size()));
    uses.push_back({pool, 0, 0, std::max(pool.alignment, nook::kBufferAlignment)});
  }
  const Result<std::vector<int64_t>> kept = place_kept(p, storage, options);
  if (!kept) return kept.diag();
  for (size_t i = 0; i < opened.pools.size(); ++i) {
    if (!limited[i]) continue;
    const int64_t taken = (*kept)[static_cast<size_t>(opened.index_of[i])];
    opened.pools[i].size = std::max<int64_t>(1, opened.pools[i].size - taken);  // 0 would mean no limit
  }
  return opened;
}

// The most bytes live at a call if all images were whole: the lower bound for plans without row-wise calls
// and overlap.
int32_t busiest_call(const Program& p, const CompileOptions& options) {
  std::vector<std::pair<LiveRange, int64_t>> ranges;
  for (const WholeTensor& tensor : whole_tensors(p, share_storage(p.graph), options))
    if (tensor.bytes > 0) ranges.emplace_back(tensor, tensor.bytes);
  const int32_t exit = static_cast<int32_t>(p.calls.size());
  const LiveBytes live(-1, exit, ranges);
  int64_t most = std::max(live.at(-1), live.at(exit));
  for (int32_t call = 0; call < exit; ++call)
    most = std::max(most, live.at(call) + p.calls[static_cast<size_t>(call)].op.scratch);
  return static_cast<int32_t>(std::min<int64_t>(most, INT32_MAX));
}

// Names the operator at the peak, because that is the one to change.
Diag with_peak(const Program& p, const std::vector<Planned>& buffers, Diag diag) {
  if (diag.code != "N1001") return diag;
  const int32_t exit = static_cast<int32_t>(p.calls.size()) + 1;
  const LiveBytes live = live_bytes(buffers, exit);
  int32_t peak = 0;
  for (int32_t step = 0; step <= exit; ++step)
    if (live.at(step) > live.at(peak)) peak = step;
  const bool call = peak > 0 && peak < exit;
  diag.hint += "; the most scratch is live at ";
  diag.hint += call ? describe(p.graph, p.graph.nodes[index(p.calls[static_cast<size_t>(peak) - 1].node)])
                    : std::string("entry or exit");
  diag.hint += " (" + std::to_string(live.at(peak)) + " bytes)";
  return diag;
}

// No plan should cause this: a byte that both cores use at once would be a defect of nook.
Status check_races(const Program& p) {
  if (p.cores < 2) return Done{};
  const std::string race = find_race(p, core_actions(p));
  if (race.empty()) return Done{};
  return Diag{Exit::kUnsupported, "N3001", p.graph.file, "the plan for two cores is wrong: " + race,
              "this is a defect of nook; leave out --cores"};
}

}  // namespace

Status place(Program& program, const CompileOptions& options, KnownPlans* known) {
  store_weights(program, options.staging);
  Storage storage = share_storage(program.graph);
  for (const RowChain& chain : program.chains) share_rows(program, storage, chain);
  Result<TaskPools> pools = open_pools(program, storage, options);
  if (!pools) return pools.diag();
  const Result<MemoryTask> made = to_task(program, std::move(storage), *std::move(pools), options);
  if (!made) return made.diag();
  program.scratch_lower_bound = busiest_call(program, options);
  const Result<TaskPlan> plan = solve_task(made->task, options.solver, options.effort, known);
  if (!plan) return with_peak(program, made->buffers, plan.diag());
  apply(*plan, *made, program);
  plan_staging(program, options.staging);
  if (const Status safe = check_races(program); !safe) return safe.diag();
  return options.units.empty() ? Status(Done{}) : check_access(program);
}

}  // namespace nookc
