#include <algorithm>
#include <set>

#include "nookc/graph/ethos_u.h"
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/live/overlap.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/arena.h"
#include "nookc/middle/plan/placing/memory_task.h"
#include "nookc/middle/plan/placing/pools_of.h"

namespace nookc {
namespace {

// A task under construction.
struct Draft {
  const Program& p;
  const CompileOptions& options;
  const ScratchRanges ranges;
  const int32_t exit;
  // Candidate pools of constants and of arguments; empty: every constant pool.
  std::vector<std::string> pools_of_constants, pools_of_arguments;
  MemoryTask m;
};

std::string unit_name(const Draft& d, const Call& call) {
  const std::string& unit = unit_of(d.p, call);
  return unit.empty() ? kCpu : unit;
}

// The buffer of a tensor in scratch, created at its first use.
int32_t buffer_of(Draft& d, TensorId t, nook::BufferKind kind) {
  const TensorId root = d.m.storage.root[index(t)];
  const auto [at, fresh] = d.m.by_root.try_emplace(root, static_cast<int32_t>(d.m.buffers.size()));
  if (!fresh) return at->second;
  const Tensor& tensor = d.p.graph[root];
  const LiveRange& range = d.ranges.of.at(root);
  d.m.buffers.push_back(
      {tensor.name, {tensor.bytes(), nook::kBufferAlignment, range.first, range.last, kind}, 0, 0, root});
  d.m.task.buffers.emplace_back();
  if (!d.options.units.empty()) d.m.task.buffers.back().users.clear();  // users are added as they appear
  return at->second;
}

// Records a unit that reads or writes a tensor's buffer; without --unit that is only the cpu.
void note_user(Draft& d, TensorId t, const std::string& unit, bool writes) {
  if (d.options.units.empty()) return;
  TaskBuffer& b = d.m.task.buffers[static_cast<size_t>(d.m.by_root.at(d.m.storage.root[index(t)]))];
  std::vector<std::string>& all = writes ? b.writers : b.readers;
  if (std::ranges::find(all, unit) == all.end()) all.push_back(unit);
}

// Inputs are written, and outputs read, by the application on the cpu.
void collect_interface(Draft& d) {
  for (size_t i = 0; i < d.p.graph.inputs.size(); ++i) {
    const TensorId t = d.p.graph.inputs[i];
    if (!in_scratch(d.p, t)) continue;
    buffer_of(d, t, nook::BufferKind::kInput);
    note_user(d, t, kCpu, true);
    if (d.options.keeps(d.p.graph, i)) note_user(d, t, kCpu, false);
  }
  for (TensorId t : d.p.graph.outputs)
    if (in_scratch(d.p, t)) buffer_of(d, t, nook::BufferKind::kOutput), note_user(d, t, kCpu, false);
}

void count_traffic(Draft& d, const Call& call, TensorId t, bool write) {
  TaskBuffer& b = d.m.task.buffers[static_cast<size_t>(d.m.by_root.at(d.m.storage.root[index(t)]))];
  (write ? b.writes : b.reads) += d.p.graph[t].bytes();
  note_user(d, t, unit_name(d, call), write);
}

void add_scratch(Draft& d, const std::string& what, const Call& call, int32_t bytes) {
  const Node& node = d.p.graph.nodes[index(call.node)];
  d.m.buffers.push_back({what + describe(d.p.graph, node),
                         {bytes, nook::kBufferAlignment, call.step, call.step, nook::BufferKind::kScratch},
                         0,
                         0,
                         TensorId::kNone});
  d.m.task.buffers.emplace_back();
  d.m.task.buffers.back().pools = node.scratch.candidates;
  d.m.task.buffers.back().users = {unit_name(d, call)};
}

void collect_call(Draft& d, const Call& call) {
  for (TensorId t : call.in_tensors)
    if (in_scratch(d.p, t)) buffer_of(d, t, nook::BufferKind::kActivation), count_traffic(d, call, t, false);
  for (TensorId t : call.out_tensors)
    if (in_scratch(d.p, t)) buffer_of(d, t, nook::BufferKind::kActivation), count_traffic(d, call, t, true);
  if (call.op.scratch == 0) return;
  const auto [at, fresh] =
      d.m.scratch_of.try_emplace(scratch_key(call), static_cast<int32_t>(d.m.buffers.size()));
  if (fresh) {
    add_scratch(d, "scratch of ", call, call.op.scratch);
  } else {  // calls of a chain run interleaved
    nook::Buffer& shared = d.m.buffers[static_cast<size_t>(at->second)].buffer;
    shared.size = std::max(shared.size, call.op.scratch);
  }
  TaskBuffer& b = d.m.task.buffers[static_cast<size_t>(at->second)];
  b.reads += call.op.scratch, b.writes += call.op.scratch;
}

// Adds the row ring of an input that arrives row by row, and the row counters.
void collect_stream(Draft& d, const RowChain& chain) {
  const Call& call = d.p.calls[static_cast<size_t>(chain.stages[0].call)];
  d.m.stream = static_cast<int32_t>(d.m.buffers.size());
  add_scratch(d, "rows of '" + d.p.graph[chain.stream.tensor].name + "' for ", call,
              chain.stream.held * chain.stream.row_bytes);
  d.m.buffers.back().rows = chain.stream.held;
  add_scratch(d, "rows counted for ", call, 4 * (static_cast<int32_t>(chain.stages.size()) + 1));
}

// Adds the pointers that the first core gives to the second: from the entry until both have begun or, where
// the run may end early, until the second core's last call.
void collect_handover(Draft& d) {
  const auto at = std::ranges::find(d.p.calls, 1, &Call::core);
  if (at == d.p.calls.end() || handover_bytes(d.p) == 0) return;
  add_scratch(d, "buffers for the second core, of ", *at, handover_bytes(d.p));
  d.m.buffers.back().buffer.first = 0;
  for (size_t i = 0; i < d.p.calls.size(); ++i)
    if (ends_for_both(d.p, i))
      for (const Call& call : d.p.calls)
        if (call.core == 1) d.m.buffers.back().buffer.last = call.step;
  d.m.handover = static_cast<int32_t>(d.m.buffers.size()) - 1;
}

// Sizes the images inside a chain: the rows held, and the running sums of operators that need no rows.
void collect_chain(Draft& d, const RowChain& chain) {
  for (const RowStage& stage : chain.stages) {
    if (stage.sum_bytes > 0) {
      d.m.sums_of[stage.call] = static_cast<int32_t>(d.m.buffers.size());
      add_scratch(d, "sums of ", d.p.calls[static_cast<size_t>(stage.call)], stage.sum_bytes);
    } else if (stage.into < 0 && stage.held < stage.height) {
      Planned& planned = d.m.buffers[static_cast<size_t>(d.m.by_root.at(stage.out))];
      planned.buffer.size = stage.held * stage.row_bytes;
      planned.rows = stage.held;
    }
  }
  if (chain.stream.tensor != TensorId::kNone) collect_stream(d, chain);
}

// Whether a call may overwrite its operand k, which begins after all bytes that the other core writes at the
// same time. Nothing says how far that core has read a buffer that both use.
bool is_alone(const Draft& d, size_t i, size_t k) {
  if (!has_partner(d.p, i)) return true;
  const Call &call = d.p.calls[i], &other = d.p.calls[call.core == 1 ? i - 1 : i + 1];
  const auto root = [&](TensorId t) { return d.m.storage.root[index(t)]; };
  const auto begin = [&](TensorId t) { return d.m.storage.offset[index(t)]; };
  const auto uses = [&](TensorId used, TensorId t) {
    return used != TensorId::kNone && root(used) == root(t);
  };
  const TensorId in = call.in_tensors[k], out = call.out_tensors[0];
  for (TensorId t : other.in_tensors)
    if (uses(t, in) || uses(t, out)) return false;
  for (TensorId t : other.out_tensors)
    if (uses(t, in) || (uses(t, out) && begin(t) + d.p.graph[t].bytes() > begin(out))) return false;
  return true;
}

// Collects where a call, or a chain, may overwrite an input that is not read later.
void collect_separations(Draft& d) {
  if (!d.options.overlap) return;
  std::map<std::pair<int32_t, int32_t>, int32_t> least;  // an operand used twice needs the larger distance
  const auto add = [&](TensorId in, TensorId out, int32_t bytes) {
    const auto buffers =
        std::pair(d.m.by_root.at(d.m.storage.root[index(in)]), d.m.by_root.at(d.m.storage.root[index(out)]));
    int32_t& most = least[buffers];
    most = std::max(most, bytes);
  };
  for (const RowChain& chain : d.p.chains)
    for (const nook::Separation& s : chain.overlaps) {
      const TensorId in{static_cast<uint32_t>(s.upper)}, out{static_cast<uint32_t>(s.lower)};
      if (in_scratch(d.p, in) && in_scratch(d.p, out)) add(in, out, s.bytes);
    }
  for (size_t i = 0; i < d.p.calls.size(); ++i) {
    const Call& call = d.p.calls[i];
    if (row_chain(d.p, i) || call.out_tensors.size() != 1 || !unit_of(d.p, call).empty()) continue;
    for (size_t k = 0; k < call.in_tensors.size(); ++k)
      if (in_scratch(d.p, call.in_tensors[k]) && in_scratch(d.p, call.out_tensors[0]) && is_alone(d, i, k))
        add(call.in_tensors[k], call.out_tensors[0], overlap_of_roots(call, k, d.m.storage));
  }
  const auto held = [&](int32_t buffer) {
    return d.ranges.held.contains(d.m.buffers[static_cast<size_t>(buffer)].tensor);
  };
  for (const auto& [buffers, bytes] : least) {
    const auto [upper, lower] = buffers;
    const nook::Buffer &x = d.m.buffers[static_cast<size_t>(upper)].buffer,
                       &y = d.m.buffers[static_cast<size_t>(lower)].buffer;
    if (upper != lower && bytes != nook::kDisjoint && x.last == y.first && !held(upper))
      d.m.separations.push_back({upper, lower, bytes});
  }
}

// Collects the placement constraints of tensors; a view's constraint applies to the tensor whose bytes it
// shares.
Status collect_placements(Draft& d) {
  for (size_t i = 0; i < d.p.graph.tensors.size(); ++i) {
    const Tensor& t = d.p.graph.tensors[i];
    if (t.constant() || (t.placement.candidates.empty() && t.placement.pool.empty())) continue;
    const auto found = d.m.by_root.find(d.m.storage.root[i]);
    if (found == d.m.by_root.end()) {
      if (t.placement.pool.empty() || d.p.location[i].kind == Location::Kind::kKept)
        continue;  // candidates of whole operators may name removed tensors
      const bool outside =
          d.p.location[i].kind == Location::Kind::kInput || d.p.location[i].kind == Location::Kind::kOutput;
      return Diag{Exit::kUsage, "N2018", d.p.graph.file + ": tensor '" + t.name + "'",
                  outside ? "it can't be placed: it lives in the application's own buffer"
                          : "it can't be placed: a pass removed it",
                  outside ? "--input-in-scratch or --output-in-scratch" : "--no-passes keeps it"};
    }
    TaskBuffer& b = d.m.task.buffers[static_cast<size_t>(found->second)];
    if (!t.placement.candidates.empty()) b.pools = t.placement.candidates;
    if (!t.placement.pool.empty()) b.pool = t.placement.pool;
    if (t.placement.offset >= 0)
      d.m.buffers[static_cast<size_t>(found->second)].buffer.pinned = t.placement.offset;
  }
  for (size_t i = 0; i < d.m.buffers.size(); ++i) {
    d.m.task.buffers[i].name = d.m.buffers[i].name;
    d.m.task.buffers[i].buffer = d.m.buffers[i].buffer;
  }
  return Done{};
}

std::vector<std::vector<std::string>> readers_of_constants(const Draft& d) {
  std::vector<std::vector<std::string>> readers(d.p.constants.size());
  const auto add = [&](const Location& at, const std::string& unit) {
    if (at.kind != Location::Kind::kConstant) return;
    std::vector<std::string>& all = readers[static_cast<size_t>(at.index)];
    if (std::ranges::find(all, unit) == all.end()) all.push_back(unit);
  };
  for (const Call& call : d.p.calls) {
    for (const Location& in : call.in) add(in, unit_name(d, call));
    if (call.code == EthosU::kCode) add(call.in[EthosU::kCommands], kCpu);  // its driver
  }
  return readers;
}

// Adds constants, which are always live, so each has its own bytes.
void collect_constants(Draft& d) {
  d.m.first_constant = d.m.task.buffers.size();
  const auto add = [&](const std::string& name, int64_t bytes, int32_t alignment) -> TaskBuffer& {
    TaskBuffer b;
    b.name = name;
    b.buffer = {static_cast<int32_t>(std::min<int64_t>(bytes, INT32_MAX)), alignment, 0, d.exit,
                nook::BufferKind::kConstant};
    b.reads = bytes;
    d.m.task.buffers.push_back(std::move(b));
    return d.m.task.buffers.back();
  };
  const std::vector<std::vector<std::string>> readers = readers_of_constants(d);
  for (size_t i = 0; i < d.p.constants.size(); ++i) {
    const Constant& c = d.p.constants[i];
    TaskBuffer& b = add(c.name, static_cast<int64_t>(c.bytes->size()), c.alignment);
    if (!d.options.units.empty()) b.users = readers[i];
    const Tensor& tensor = d.p.graph[c.tensor];
    const Placement wish = tensor.variable ? Placement{} : tensor.placement;  // not of its initial value
    b.pools = wish.candidates;
    b.pool = wish.pool;
    if (b.pools.empty() && b.pool.empty()) b.pools = d.pools_of_constants;
  }
  add("arguments of the kernels", d.p.argument_bytes(), nook::kBufferAlignment).pools = d.pools_of_arguments;
}

// Arguments are structs of the program that contain addresses, so they can't be in an image. If all pools
// are passed by pointer, the extra pool at the end is for the arguments alone.
void divide_constant_pools(Draft& d) {
  std::vector<std::string> images, others;
  for (const PoolUse& use : d.p.constant_pools)
    (use.pool.by_pointer ? images : others).push_back(use.pool.name);
  if (images.empty()) return;
  d.pools_of_arguments = others;
  const std::vector<MemoryPool> asked = complete_pools(d.options.pools);
  if (std::ranges::find(asked, others.back(), &MemoryPool::name) == asked.end())
    d.pools_of_constants = images;
}

}  // namespace

Result<MemoryTask> to_task(const Program& program, Storage storage, TaskPools pools,
                           const CompileOptions& options) {
  Draft d{program,
          options,
          scratch_ranges(program, storage, options),
          static_cast<int32_t>(program.calls.size()) + 1,
          {},
          {},
          {}};
  d.m.task.source = program.graph.file;
  d.m.task.pools = std::move(pools.pools);
  d.m.index_of_pool = std::move(pools.index_of);
  d.m.storage = std::move(storage);
  collect_interface(d);
  for (const Call& call : program.calls) collect_call(d, call);
  for (const RowChain& chain : program.chains) collect_chain(d, chain);
  collect_handover(d);
  for (const CallMark& mark : program.marks)
    if (in_scratch(program, mark.tensor)) buffer_of(d, mark.tensor, nook::BufferKind::kActivation);
  collect_separations(d);
  if (const Status placed = place_arena(program, d.m); !placed) return placed.diag();
  if (const Status placed = collect_placements(d); !placed) return placed.diag();
  divide_constant_pools(d);
  collect_constants(d);
  d.m.task.separations = d.m.separations;
  return std::move(d.m);
}

}  // namespace nookc
