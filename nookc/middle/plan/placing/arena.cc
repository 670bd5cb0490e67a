#include "nookc/middle/plan/placing/arena.h"

#include <algorithm>

#include "nookc/core/text.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/lower/unit_calls.h"

namespace nookc {
namespace {

// The memory that Vela planned, as a part of a task.
struct Placing {
  const Program& p;
  MemoryTask& m;
  const VelaPlan plan;
  std::vector<size_t> calls;                        // that hold commands
  std::string pool;                                 // where it is
  std::map<int32_t, std::vector<TensorId>> pinned;  // per buffer: the tensors in it that keep their places
};

const Node& node_of(const Placing& d, size_t call) { return d.p.graph.nodes[index(d.p.calls[call].node)]; }
const EthosU::Attrs& attrs_of(const Placing& d, size_t call) {
  return *Graph::attrs<EthosU>(node_of(d, call));
}

Planned& planned(Placing& d, int32_t buffer) { return d.m.buffers[static_cast<size_t>(buffer)]; }

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

std::string at_node(const Placing& d, size_t call) {
  return d.p.graph.file + ": " + describe(d.p.graph, node_of(d, call));
}

bool reaches(const Placing& d, const MemoryPool& pool) {
  return !pool.constant && contains(pool.readers, kCpu) && contains(pool.writers, kCpu) &&
         std::ranges::all_of(d.calls, [&](size_t call) {
           const std::string& unit = unit_of(d.p, d.p.calls[call]);
           const std::vector<std::string>& named = node_of(d, call).scratch.candidates;
           return contains(pool.readers, unit) && contains(pool.writers, unit) &&
                  (named.empty() || contains(named, pool.name));
         });
}

// The first pool that the cpu and the unit reach and that has room.
Status choose_pool(Placing& d) {
  size_t most = d.calls.front();
  const auto end = [&](size_t call) {
    return int64_t{attrs_of(d, call).scratch_offset} + attrs_of(d, call).scratch_bytes;
  };
  for (const size_t call : d.calls)
    if (end(call) > end(most)) most = call;
  std::string small;
  for (const MemoryPool& pool : d.m.task.pools) {
    if (!reaches(d, pool)) continue;
    if (pool.size == 0 || pool.size >= end(most)) {
      d.pool = pool.name;
      return Done{};
    }
    small += (small.empty() ? "" : ", ") + pool.name + " has " + std::to_string(pool.size);
  }
  const std::string& unit = unit_of(d.p, d.p.calls[most]);
  if (small.empty())
    return Diag{
        Exit::kDoesNotFit, "N1005", at_node(d, most),
        "no pool can hold its scratch: need a workspace pool that cpu and " + unit + " can read and write",
        "--workspace-pool name=sram,readers=cpu+" + unit + ",writers=cpu+" + unit};
  Diag diag{Exit::kDoesNotFit, "N1001", at_node(d, most),
            "its scratch needs " + std::to_string(end(most)) + " bytes in one pool; " + small,
            "a larger pool, or compile the model with Vela for less memory (--arena-cache-size)"};
  return diag;
}

int32_t add_buffer(Placing& d, const std::string& what, size_t call, int32_t bytes) {
  const int32_t step = d.p.calls[call].step;
  Planned buffer;
  buffer.name = what + describe(d.p.graph, node_of(d, call));
  buffer.buffer = {bytes, nook::kBufferAlignment, step, step, nook::BufferKind::kScratch};
  d.m.buffers.push_back(buffer);
  d.m.task.buffers.emplace_back();
  d.m.task.buffers.back().users = {unit_of(d.p, d.p.calls[call])};
  return static_cast<int32_t>(d.m.buffers.size()) - 1;
}

void add_scratch(Placing& d, size_t call) {
  const EthosU::Attrs& attrs = attrs_of(d, call);
  const auto number = static_cast<int32_t>(call);
  const int32_t scratch = add_buffer(d, "scratch of ", call, attrs.scratch_bytes);
  planned(d, scratch).buffer.pinned = attrs.scratch_offset;
  d.m.task.buffers[static_cast<size_t>(scratch)].pool = d.pool;
  d.m.arena_of[number] = scratch;
  if (attrs.fast_bytes > 0) d.m.fast_of[number] = add_buffer(d, "fast scratch of ", call, attrs.fast_bytes);
}

// Whether commands run while a buffer is live, without it being their own.
bool spans(const Placing& d, const nook::Buffer& b, size_t call) {
  return b.first <= d.p.calls[call].step && d.p.calls[call].step <= b.last;
}

bool left_alone(const VelaPlace& t, const Node& node) {
  return t.first <= node.source && node.source <= t.last;
}

// Whether all commands leave the buffer alone while it is live.
bool is_left_alone(const Placing& d, const nook::Buffer& b, const std::vector<TensorId>& tensors) {
  return std::ranges::all_of(d.calls, [&](size_t call) {
    return !spans(d, b, call) || std::ranges::any_of(tensors, [&](TensorId t) {
      return left_alone(*d.plan.find(t), node_of(d, call));
    });
  });
}

void pin(Placing& d, int32_t buffer, TensorId t) {
  planned(d, buffer).buffer.pinned = d.plan.find(t)->offset;
  d.m.task.buffers[static_cast<size_t>(buffer)].pool = d.pool;
  d.pinned[buffer].push_back(t);
}

Status pin_operand(Placing& d, size_t call, TensorId t) {
  const auto changed = [&](const std::string& what) {
    return Diag{Exit::kUnsupported, "N3040", at_node(d, call),
                "'" + first_name(d.p.graph[t].name) + "' " + what, "--no-passes"};
  };
  const VelaPlace* const place = d.plan.find(t);
  const auto found = d.m.by_root.find(d.m.storage.root[index(t)]);
  if (!place || !place->operand)
    return changed("has no place in its scratch: a pass put it in the place of another");
  if (found == d.m.by_root.end() || d.m.storage.offset[index(t)] != 0 || d.m.storage.part(d.p.graph, t))
    return changed("is not in its scratch, but a part of another tensor");
  const Placement& wish = d.p.graph[t].placement;
  if ((!wish.pool.empty() && wish.pool != d.pool) || (wish.offset >= 0 && wish.offset != place->offset))
    return Diag{
        Exit::kUsage, "N2018", d.p.graph.file + ": tensor '" + first_name(d.p.graph[t].name) + "'",
        "it lies in the scratch of " + describe(d.p.graph, node_of(d, call)) + ", at " +
            std::to_string(place->offset) + " in " + d.pool,
        "--candidates op:" + std::to_string(node_of(d, call).source) + "=POOL moves all of the scratch"};
  pin(d, found->second, t);
  return Done{};
}

Status pin_operands(Placing& d) {
  for (const size_t call : d.calls) {
    const Call& c = d.p.calls[call];
    for (size_t k = EthosU::kFirstInput; k < c.in_tensors.size(); ++k) {
      if (d.p.graph[c.in_tensors[k]].constant()) continue;
      if (const Status fine = pin_operand(d, call, c.in_tensors[k]); !fine) return fine.diag();
    }
    for (TensorId t : c.out_tensors)
      if (const Status fine = pin_operand(d, call, t); !fine) return fine.diag();
  }
  for (const auto& [buffer, tensors] : d.pinned)
    if (const Planned& b = planned(d, buffer); !is_left_alone(d, b.buffer, tensors))
      return Diag{Exit::kUnsupported, "N3040", d.p.graph.file + ": tensor '" + first_name(b.name) + "'",
                  "a pass needs it for longer than the file does, where commands overwrite it",
                  "--no-passes"};
  return Done{};
}

bool share(const nook::Buffer& a, const nook::Buffer& b) {
  return a.first <= b.last && b.first <= a.last && a.pinned < int64_t{b.pinned} + b.size &&
         b.pinned < int64_t{a.pinned} + a.size;
}

// Pins tensors that live across commands to their places inside of the scratch, unless these are taken.
void pin_others(Placing& d) {
  for (const VelaPlace& t : d.plan.tensors()) {
    const auto found = d.m.by_root.find(t.tensor);
    if (t.operand || found == d.m.by_root.end() || d.pinned.contains(found->second)) continue;
    nook::Buffer b = planned(d, found->second).buffer;
    b.pinned = t.offset;
    const auto inside = [&](size_t call) {
      const EthosU::Attrs& attrs = attrs_of(d, call);
      return spans(d, b, call) && t.offset < int64_t{attrs.scratch_offset} + attrs.scratch_bytes;
    };
    const auto taken = [&](const auto& other) { return share(b, planned(d, other.first).buffer); };
    const bool placed = d.p.graph[t.tensor].placement.requested() || t.offset % nook::kBufferAlignment != 0;
    if (placed || std::ranges::none_of(d.calls, inside) || !is_left_alone(d, b, {t.tensor}) ||
        std::ranges::any_of(d.pinned, taken))
      continue;
    pin(d, found->second, t.tensor);
  }
}

// While commands run, the buffer is a part of their scratch.
void leave_steps(Placing& d, int32_t buffer) {
  nook::Buffer& b = planned(d, buffer).buffer;
  std::vector<int32_t> steps;
  for (const size_t call : d.calls)
    if (spans(d, b, call)) steps.push_back(d.p.calls[call].step);
  const auto runs = [&](int32_t step) { return std::ranges::find(steps, step) != steps.end(); };
  while (b.first <= b.last && runs(b.first)) ++b.first;
  while (b.first <= b.last && runs(b.last)) --b.last;
  for (const int32_t step : steps)
    if (b.first < step && step < b.last)
      d.m.task.buffers[static_cast<size_t>(buffer)].gaps.push_back({step, step});
}

}  // namespace

Status place_arena(const Program& program, MemoryTask& made) {
  Placing d{program, made, VelaPlan(program.graph), {}, {}, {}};
  for (size_t i = 0; i < program.calls.size(); ++i)
    if (program.calls[i].code == EthosU::kCode) d.calls.push_back(i);
  if (d.calls.empty()) return Done{};
  if (const Status chosen = choose_pool(d); !chosen) return chosen.diag();
  if (const Status fine = pin_operands(d); !fine) return fine.diag();
  pin_others(d);
  for (const auto& [buffer, tensors] : d.pinned) leave_steps(d, buffer);
  for (const size_t call : d.calls) add_scratch(d, call);
  return Done{};
}

}  // namespace nookc
