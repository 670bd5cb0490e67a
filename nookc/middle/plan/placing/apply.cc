#include "nookc/core/invariant.h"
#include "nookc/middle/plan/placing/memory_task.h"

namespace nookc {
namespace {

const MemoryPool& pool_of(const MemoryTask& made, const Solution& s, size_t buffer) {
  return made.task.pools[static_cast<size_t>(s.pools[buffer])];
}

// The index of a buffer's pool among the program's scratch or constant pools.
int32_t local_pool(const MemoryTask& made, const Solution& s, size_t buffer) {
  return made.index_of_pool[static_cast<size_t>(s.pools[buffer])];
}

void apply_to_buffers(const Solution& s, const MemoryTask& made, Program& p) {
  for (size_t i = 0; i < p.buffers.size(); ++i) {
    Planned& planned = p.buffers[i];
    planned.pool = local_pool(made, s, i), planned.offset = s.offsets[i];
    if (planned.tensor == TensorId::kNone) continue;
    Placement& at = p.graph[planned.tensor].placement;
    at.pool = pool_of(made, s, i).name, at.offset = s.offsets[i];
    at.candidates = candidate_names(made.task, made.task.buffers[i]);
  }
}

void apply_to_constants(const Solution& s, const MemoryTask& made, Program& p) {
  for (size_t i = 0; i < p.constants.size(); ++i) {
    const size_t buffer = made.first_constant + i;
    p.constants[i].pool = local_pool(made, s, buffer), p.constants[i].offset = s.offsets[buffer];
    Placement& at = p.graph[p.constants[i].tensor].placement;
    const MemoryPool& pool = pool_of(made, s, buffer);
    at.pool = pool.name, at.candidates = candidate_names(made.task, made.task.buffers[buffer]);
    if (pool.by_pointer) at.offset = s.offsets[buffer];  // the linker places the constants of other pools
  }
  p.arguments_pool = local_pool(made, s, made.task.buffers.size() - 1);
}

void apply_to_pools(const Solution& s, const MemoryTask& made, Program& p) {
  for (size_t i = 0; i < made.task.pools.size(); ++i) {
    const bool constant = made.task.pools[i].constant;
    PoolUse& use =
        (constant ? p.constant_pools : p.scratch_pools)[static_cast<size_t>(made.index_of_pool[i])];
    use.bytes = s.heights[i], use.lower_bound = s.lower_bounds[i];
    if (!constant) p.scratch_bytes += s.heights[i];
  }
}

void locate(const MemoryTask& made, const Program& p, TensorId t, Location& at) {
  if (at.kind != Location::Kind::kScratch) return;
  const auto found = made.by_root.find(made.storage.root[index(t)]);
  if (found == made.by_root.end()) {
    at = {};  // folded away
  } else {
    const Planned& planned = p.buffers[static_cast<size_t>(found->second)];
    at.index = planned.pool, at.offset = planned.offset + made.storage.offset[index(t)];
  }
}

void apply_to_commands(const MemoryTask& made, Program& p, size_t i) {
  Call& call = p.calls[i];
  const auto set = [&](const std::map<int32_t, int32_t>& buffers, Location& at) {
    const auto found = buffers.find(static_cast<int32_t>(i));
    if (found == buffers.end()) return;
    const Planned& planned = p.buffers[static_cast<size_t>(found->second)];
    at = {Location::Kind::kScratch, planned.pool, planned.offset};
  };
  Location scratch;
  set(made.arena_of, scratch), set(made.fast_of, call.state);
  if (scratch.kind == Location::Kind::kScratch)
    call.scratch_pool = scratch.index, call.scratch_offset = scratch.offset;
}

// The kernel's scratch, or its running sums.
void apply_to_scratch(const MemoryTask& made, Program& p, size_t i) {
  Call& call = p.calls[i];
  if (const auto sums = made.sums_of.find(static_cast<int32_t>(i)); sums != made.sums_of.end()) {
    const Planned& planned = p.buffers[static_cast<size_t>(sums->second)];
    call.scratch_pool = planned.pool, call.scratch_offset = planned.offset;
    return;
  }
  const auto found = made.scratch_of.find(scratch_key(call));
  if (found == made.scratch_of.end() || call.op.scratch == 0) return;
  const Planned& planned = p.buffers[static_cast<size_t>(found->second)];
  call.scratch_pool = planned.pool, call.scratch_offset = planned.offset;
  Node& node = p.graph.nodes[index(call.node)];
  node.scratch.pool = p.scratch_pools[static_cast<size_t>(planned.pool)].pool.name;
  node.scratch.offset = planned.offset;
  node.scratch.candidates = candidate_names(made.task, made.task.buffers[static_cast<size_t>(found->second)]);
}

}  // namespace

void apply(const TaskPlan& plan, const MemoryTask& made, Program& program) {
  const Solution& s = plan.solution;
  invariant(s.pools.size() == made.task.buffers.size() && s.offsets.size() == s.pools.size(),
            "a plan places each buffer");
  program.solver = plan.solver, program.scratch_optimal = s.optimal;
  program.buffers = made.buffers, program.separations = made.separations;
  apply_to_buffers(s, made, program);
  apply_to_constants(s, made, program);
  apply_to_pools(s, made, program);
  for (size_t i = 0; i < program.location.size(); ++i)
    locate(made, program, TensorId{static_cast<uint32_t>(i)}, program.location[i]);
  if (made.stream >= 0) {
    const auto at = [&](size_t buffer) {
      return Location{Location::Kind::kScratch, program.buffers[buffer].pool, program.buffers[buffer].offset};
    };
    RowStream& stream = program.chains[0].stream;
    stream.ring = at(static_cast<size_t>(made.stream)),
    stream.made = at(static_cast<size_t>(made.stream) + 1);
  }
  if (made.handover >= 0) {
    const Planned& planned = program.buffers[static_cast<size_t>(made.handover)];
    program.handover = {Location::Kind::kScratch, planned.pool, planned.offset};
  }
  for (CallMark& mark : program.marks)
    if (mark.tensor != TensorId::kNone) locate(made, program, mark.tensor, mark.condition);
  for (size_t i = 0; i < program.calls.size(); ++i) {
    Call& call = program.calls[i];
    for (size_t k = 0; k < call.in.size(); ++k) locate(made, program, call.in_tensors[k], call.in[k]);
    for (size_t k = 0; k < call.out.size(); ++k) locate(made, program, call.out_tensors[k], call.out[k]);
    apply_to_scratch(made, program, i);
    apply_to_commands(made, program, i);
  }
}

}  // namespace nookc
