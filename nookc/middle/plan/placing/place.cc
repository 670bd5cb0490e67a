#include "nookc/middle/plan/placing/place.h"

#include <algorithm>
#include <map>
#include <set>

#include "nook/plan/verify.h"
#include "nookc/middle/lower/lives.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/check_access.h"
#include "nookc/middle/plan/placing/place_kept.h"
#include "nookc/middle/plan/placing/pools_of.h"
#include "nookc/middle/plan/placing/units.h"
#include "nookc/middle/plan/solving/solve.h"

namespace nookc {
namespace {

class Placing {
 public:
  Placing(Program& program, const CompileOptions& options)
      : p_(program), options_(options), storage_(share_storage(program.graph)) {}

  Status run() {
    exit_ = static_cast<int32_t>(p_.calls.size()) + 1;
    for (const RowChain& chain : p_.chains) share_rows(chain);
    if (const Status pools = collect_pools(); !pools) return pools.diag();
    if (const Status placed = place_what_is_kept(); !placed) return placed.diag();
    collect_interface();
    for (const Call& call : p_.calls) collect_call(call);
    for (const UnitCall& call : unit_calls(p_)) collect_unit_call(call);
    for (RowChain& chain : p_.chains) collect_chain(chain);
    collect_marks();
    collect_separations();
    if (const Status placed = collect_placements(); !placed) return placed.diag();
    divide_constant_pools();
    collect_constants();
    return solve();
  }

 private:
  Status collect_pools() {
    task_.source = p_.graph.file;
    Result<std::vector<MemoryPool>> pools = pools_of(options_);
    if (!pools) return pools.diag();
    task_.pools = *std::move(pools);
    open_to_units(task_.pools, options_.pools.size(), options_.units);
    for (size_t i = 0; i < task_.pools.size(); ++i) {
      MemoryPool& pool = task_.pools[i];
      limited_.push_back(!pool.constant && pool.size > 0);
      if (!pool.constant && pool.size == 0) pool.size = options_.scratch_limit;
      std::vector<PoolUse>& uses = pool.constant ? p_.constant_pools : p_.scratch_pools;
      index_of_pool_.push_back(static_cast<int32_t>(uses.size()));
      uses.push_back({pool, 0, 0, std::max(pool.alignment, nook::kBufferAlignment)});
    }
    return Done{};
  }

  // Places persistent state first. In pools with a size, the rest is left for scratch.
  Status place_what_is_kept() {
    if (Status placed = place_kept(p_, storage_, options_); !placed) return placed;
    for (size_t i = 0; i < task_.pools.size(); ++i) {
      MemoryPool& pool = task_.pools[i];
      if (!limited_[i]) continue;
      const int32_t kept = p_.scratch_pools[static_cast<size_t>(index_of_pool_[i])].kept_bytes;
      pool.size = std::max<int64_t>(1, pool.size - kept);  // 0 would mean no limit
    }
    return Done{};
  }

  // The buffer of a tensor in scratch, created at its first use.
  int32_t buffer_of(TensorId t, int32_t step, nook::BufferKind kind) {
    const TensorId root = storage_.root[index(t)];
    const auto [at, fresh] = by_root_.try_emplace(root, static_cast<int32_t>(p_.buffers.size()));
    if (fresh) {
      const Tensor& tensor = p_.graph[root];
      p_.buffers.push_back(
          {tensor.name, {tensor.bytes(), nook::kBufferAlignment, step, step, kind}, 0, 0, root});
      task_.buffers.emplace_back();
      if (units()) task_.buffers.back().users.clear();  // users are added as they appear
    }
    nook::Buffer& buffer = p_.buffers[static_cast<size_t>(at->second)].buffer;
    buffer.first = std::min(buffer.first, step);
    buffer.last = std::max(buffer.last, step);
    return at->second;
  }

  bool in_scratch(TensorId t) const {
    return t != TensorId::kNone && !p_.graph[t].constant() &&
           p_.location[index(t)].kind == Location::Kind::kScratch;
  }

  bool units() const { return !options_.units.empty(); }

  std::string unit_name(const Call& call) const {
    const std::string& unit = unit_of(p_, call);
    return unit.empty() ? kCpu : unit;
  }

  // Records a unit that reads or writes a tensor's buffer; without --unit that is only the cpu.
  void note_user(TensorId t, const std::string& unit, bool writes) {
    if (!units()) return;
    TaskBuffer& b = task_.buffers[static_cast<size_t>(by_root_.at(storage_.root[index(t)]))];
    std::vector<std::string>& all = writes ? b.writers : b.readers;
    if (std::ranges::find(all, unit) == all.end()) all.push_back(unit);
  }

  // Inputs in scratch are live from the entry, and until the exit if they are kept; outputs are live until
  // the exit.
  void collect_interface() {
    for (size_t i = 0; i < p_.graph.inputs.size(); ++i) {
      const TensorId t = p_.graph.inputs[i];
      if (!in_scratch(t)) continue;
      buffer_of(t, 0, nook::BufferKind::kInput);
      note_user(t, kCpu, true);  // the application
      if (!options_.keeps(p_.graph, i)) continue;
      buffer_of(t, exit_, nook::BufferKind::kInput);
      note_user(t, kCpu, false);
    }
    for (TensorId t : p_.graph.outputs)
      if (in_scratch(t)) buffer_of(t, exit_, nook::BufferKind::kOutput), note_user(t, kCpu, false);
  }

  void count_traffic(const Call& call, TensorId t, bool write) {
    TaskBuffer& b = task_.buffers[static_cast<size_t>(by_root_.at(storage_.root[index(t)]))];
    (write ? b.writes : b.reads) += p_.graph[t].bytes();
    note_user(t, unit_name(call), write);
  }

  void collect_call(const Call& call) {
    const int32_t step = call.step;
    for (TensorId t : call.in_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation), count_traffic(call, t, false);
    for (TensorId t : call.out_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation), count_traffic(call, t, true);
    if (call.op.scratch == 0) return;
    const auto [at, fresh] = scratch_of_.try_emplace(step, static_cast<int32_t>(p_.buffers.size()));
    if (fresh) {
      add_scratch("scratch of ", call, call.op.scratch);
    } else {  // calls of a chain run interleaved
      nook::Buffer& shared = p_.buffers[static_cast<size_t>(at->second)].buffer;
      shared.size = std::max(shared.size, call.op.scratch);
    }
    TaskBuffer& b = task_.buffers[static_cast<size_t>(at->second)];
    b.reads += call.op.scratch, b.writes += call.op.scratch;
  }

  void add_scratch(const std::string& what, const Call& call, int32_t bytes) {
    const Node& node = p_.graph.nodes[index(call.node)];
    p_.buffers.push_back({what + describe(p_.graph, node),
                          {bytes, nook::kBufferAlignment, call.step, call.step, nook::BufferKind::kScratch},
                          0,
                          0,
                          TensorId::kNone});
    task_.buffers.emplace_back();
    task_.buffers.back().pools = node.scratch.candidates;
    task_.buffers.back().users = {unit_name(call)};
  }

  // Inputs and outputs of a unit's call are live during all of it, because the order in which a device reads
  // and writes is unknown.
  void collect_unit_call(const UnitCall& call) {
    for (const auto* side : {&call.in, &call.out})
      for (TensorId t : *side) {
        if (!in_scratch(t)) continue;
        for (const size_t at : {call.first, call.last})
          buffer_of(t, p_.calls[at].step, nook::BufferKind::kActivation);
      }
  }

  // Rows computed in place belong to the next stage, which may write to the application's buffer.
  void share_rows(const RowChain& chain) {
    for (const RowStage& stage : chain.stages) {
      if (stage.into < 0) continue;
      const TensorId to = chain.stages[static_cast<size_t>(stage.into)].out;
      for (size_t i = 0; i < storage_.root.size(); ++i)
        if (storage_.root[i] == stage.out) storage_.root[i] = to, p_.location[i] = p_.location[index(to)];
    }
    for (const RowStage& stage : chain.stages) {
      Call& call = p_.calls[static_cast<size_t>(stage.call)];
      const auto find = [&](TensorId t, Location& at) {
        if (t != TensorId::kNone && !p_.graph[t].constant()) at = p_.location[index(t)];
      };
      for (size_t k = 0; k < call.in.size(); ++k) find(call.in_tensors[k], call.in[k]);
      find(call.out_tensors[0], call.out[0]);
    }
  }

  // Conditions are read after the call that precedes the mark.
  void collect_marks() {
    std::vector<size_t> loops;
    for (size_t i = 0; i < p_.marks.size(); ++i) {
      const CallMark& mark = p_.marks[i];
      if (in_scratch(mark.tensor))
        held_.insert(buffer_of(mark.tensor, static_cast<int32_t>(mark.call), nook::BufferKind::kActivation));
      if (mark.kind == RegionMark::Kind::kLoop) loops.push_back(i);
      if (mark.kind != RegionMark::Kind::kEndLoop) continue;
      hold_over_loop(loops.back(), i);
      loops.pop_back();
    }
  }

  // Extends live ranges: a tensor that exists before a loop and is used in it is used again in the next
  // iteration. No call in the loop may overwrite it as if this were its last use.
  void hold_over_loop(size_t begin, size_t end) {
    const auto first = static_cast<int32_t>(p_.marks[begin].call) + 1;
    const auto last = static_cast<int32_t>(p_.marks[end].call);
    std::set<int32_t> used;
    for (size_t i = begin; i < end; ++i)  // a condition may be used before the first call of the loop
      if (in_scratch(p_.marks[i].tensor)) used.insert(by_root_.at(storage_.root[index(p_.marks[i].tensor)]));
    for (size_t i = 0; i < p_.buffers.size(); ++i)
      if (p_.buffers[i].buffer.last >= first) used.insert(static_cast<int32_t>(i));
    for (const int32_t i : used) {
      nook::Buffer& b = p_.buffers[static_cast<size_t>(i)].buffer;
      if (b.first >= first || b.last > last) continue;
      b.last = last;
      held_.insert(i);
    }
  }

  // Sizes the images inside a chain: the rows held, and the running sums of operators that need no rows.
  void collect_chain(RowChain& chain) {
    for (RowStage& stage : chain.stages) {
      if (stage.sum_bytes > 0) {
        sums_of_[stage.call] = static_cast<int32_t>(p_.buffers.size());
        add_scratch("sums of ", p_.calls[static_cast<size_t>(stage.call)], stage.sum_bytes);
      } else if (stage.into < 0 && stage.held < stage.height) {
        Planned& planned = p_.buffers[static_cast<size_t>(by_root_.at(stage.out))];
        planned.buffer.size = stage.held * stage.row_bytes;
        planned.rows = stage.held;
      }
    }
    if (chain.stream.tensor != TensorId::kNone) collect_stream(chain);
  }

  // Adds the row ring of an input that arrives row by row, and the row counters.
  void collect_stream(RowChain& chain) {
    const Call& call = p_.calls[static_cast<size_t>(chain.stages[0].call)];
    stream_ = static_cast<int32_t>(p_.buffers.size());
    add_scratch("rows of '" + p_.graph[chain.stream.tensor].name + "' for ", call,
                chain.stream.held * chain.stream.row_bytes);
    p_.buffers.back().rows = chain.stream.held;
    add_scratch("rows counted for ", call, 4 * (static_cast<int32_t>(chain.stages.size()) + 1));
  }

  // Collects where a call, or a chain, may overwrite an input that is not read later.
  void collect_separations() {
    if (!options_.overlap) return;
    std::map<std::pair<int32_t, int32_t>, int32_t> least;  // an operand used twice needs the larger distance
    const auto add = [&](TensorId in, TensorId out, int32_t bytes) {
      const auto buffers =
          std::pair(by_root_.at(storage_.root[index(in)]), by_root_.at(storage_.root[index(out)]));
      int32_t& most = least[buffers];
      most = std::max(most, bytes);
    };
    for (const RowChain& chain : p_.chains)
      for (const nook::Separation& s : chain.overlaps) {
        const TensorId in{static_cast<uint32_t>(s.upper)}, out{static_cast<uint32_t>(s.lower)};
        if (in_scratch(in) && in_scratch(out)) add(in, out, s.bytes);
      }
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      const Call& call = p_.calls[i];
      if (row_chain(p_, i) || call.out_tensors.size() != 1 || !unit_of(p_, call).empty()) continue;
      for (size_t k = 0; k < call.in_tensors.size(); ++k)
        if (in_scratch(call.in_tensors[k]) && in_scratch(call.out_tensors[0]))
          add(call.in_tensors[k], call.out_tensors[0], overlap_of_roots(call, k, storage_));
    }
    for (const auto& [buffers, bytes] : least) {
      const auto [upper, lower] = buffers;
      const nook::Buffer &x = p_.buffers[static_cast<size_t>(upper)].buffer,
                         &y = p_.buffers[static_cast<size_t>(lower)].buffer;
      if (upper != lower && bytes != nook::kDisjoint && x.last == y.first && !held_.contains(upper))
        p_.separations.push_back({upper, lower, bytes});
    }
  }

  // Collects the placement constraints of tensors; a view's constraint applies to the tensor whose bytes it
  // shares.
  Status collect_placements() {
    for (size_t i = 0; i < p_.graph.tensors.size(); ++i) {
      const Tensor& t = p_.graph.tensors[i];
      if (t.constant() || (t.placement.candidates.empty() && t.placement.pool.empty())) continue;
      const auto found = by_root_.find(storage_.root[i]);
      if (found == by_root_.end()) {
        if (t.placement.pool.empty() || p_.location[i].kind == Location::Kind::kKept)
          continue;  // candidates of whole operators may name removed tensors
        const bool outside =
            p_.location[i].kind == Location::Kind::kInput || p_.location[i].kind == Location::Kind::kOutput;
        return Diag{Exit::kUsage, "N2018", p_.graph.file + ": tensor '" + t.name + "'",
                    outside ? "it can't be placed: it lives in the application's own buffer"
                            : "it can't be placed: a pass removed it",
                    outside ? "--input-in-scratch or --output-in-scratch" : "--no-passes keeps it"};
      }
      TaskBuffer& b = task_.buffers[static_cast<size_t>(found->second)];
      if (!t.placement.candidates.empty()) b.pools = t.placement.candidates;
      if (!t.placement.pool.empty()) b.pool = t.placement.pool;
      if (t.placement.offset >= 0)
        p_.buffers[static_cast<size_t>(found->second)].buffer.pinned = t.placement.offset;
    }
    for (size_t i = 0; i < p_.buffers.size(); ++i) {
      task_.buffers[i].name = p_.buffers[i].name;
      task_.buffers[i].buffer = p_.buffers[i].buffer;
    }
    return Done{};
  }

  std::vector<std::vector<std::string>> readers_of_constants() const {
    std::vector<std::vector<std::string>> readers(p_.constants.size());
    for (const Call& call : p_.calls)
      for (const Location& in : call.in) {
        if (in.kind != Location::Kind::kConstant) continue;
        std::vector<std::string>& all = readers[static_cast<size_t>(in.index)];
        const std::string unit = unit_name(call);
        if (std::ranges::find(all, unit) == all.end()) all.push_back(unit);
      }
    return readers;
  }

  // Adds constants, which are always live, so each has its own bytes.
  void collect_constants() {
    first_constant_ = task_.buffers.size();
    const auto add = [&](const std::string& name, int64_t bytes, int32_t alignment) -> TaskBuffer& {
      TaskBuffer b;
      b.name = name;
      b.buffer = {static_cast<int32_t>(std::min<int64_t>(bytes, INT32_MAX)), alignment, 0, exit_,
                  nook::BufferKind::kConstant};
      b.reads = bytes;
      task_.buffers.push_back(std::move(b));
      return task_.buffers.back();
    };
    const std::vector<std::vector<std::string>> readers = readers_of_constants();
    for (size_t i = 0; i < p_.constants.size(); ++i) {
      const Constant& c = p_.constants[i];
      TaskBuffer& b = add(c.name, static_cast<int64_t>(c.bytes->size()), c.alignment);
      if (units()) b.users = readers[i];
      const Placement& wish = p_.graph[c.tensor].placement;
      b.pools = wish.candidates;
      b.pool = wish.pool;
      if (b.pools.empty() && b.pool.empty()) b.pools = pools_of_constants_;
    }
    add("arguments of the kernels", p_.argument_bytes(), nook::kBufferAlignment).pools = pools_of_arguments_;
  }

  // Arguments are structs of the program that contain addresses, so they can't be in an image. If all pools
  // are passed by pointer, the extra pool at the end is for the arguments alone.
  void divide_constant_pools() {
    std::vector<std::string> images, others;
    for (const PoolUse& use : p_.constant_pools)
      (use.pool.by_pointer ? images : others).push_back(use.pool.name);
    if (images.empty()) return;
    pools_of_arguments_ = others;
    const std::vector<MemoryPool> asked = complete_pools(options_.pools);
    if (std::ranges::find(asked, others.back(), &MemoryPool::name) == asked.end())
      pools_of_constants_ = images;
  }

  Status solve() {
    task_.separations = p_.separations;
    p_.scratch_lower_bound = busiest_call();
    Result<TaskPlan> plan = solve_task(task_, options_.solver, options_.effort);
    if (!plan) return with_peak(plan.diag());
    p_.solver = plan->solver;
    p_.scratch_optimal = plan->solution.optimal;
    write_back(plan->solution);
    return units() ? check_access(p_) : Status(Done{});
  }

  // The most bytes live at a call if all images were whole: the lower bound for plans without row-wise calls
  // and overlap.
  int32_t busiest_call() const {
    std::vector<int64_t> change(p_.calls.size() + 4);  // change of the live bytes, per step
    for (const Life& life : lives_of(p_, share_storage(p_.graph), options_)) {
      if (life.bytes == 0) continue;
      change[static_cast<size_t>(life.first + 1)] += life.bytes;
      change[static_cast<size_t>(life.last + 2)] -= life.bytes;
    }
    int64_t alive = 0, most = 0;
    for (size_t step = 0; step < change.size(); ++step) {
      alive += change[step];
      const bool call = step > 0 && step <= p_.calls.size();
      most = std::max(most, alive + (call ? p_.calls[step - 1].op.scratch : 0));
    }
    return static_cast<int32_t>(std::min<int64_t>(most, INT32_MAX));
  }

  // Names the operator at the peak, because that is the one to change.
  Diag with_peak(Diag diag) const {
    if (diag.code != "N1001") return diag;
    int64_t most = -1;
    int32_t peak = 0;
    for (int32_t step = 0; step <= exit_; ++step) {
      int64_t alive = 0;
      for (const Planned& b : p_.buffers)
        if (b.buffer.first <= step && step <= b.buffer.last) alive += b.buffer.size;
      if (alive > most) most = alive, peak = step;
    }
    const bool call = peak > 0 && peak < exit_;
    diag.hint += "; the most scratch is live at ";
    diag.hint += call
                     ? describe(p_.graph, p_.graph.nodes[index(p_.calls[static_cast<size_t>(peak) - 1].node)])
                     : std::string("entry or exit");
    diag.hint += " (" + std::to_string(most) + " bytes)";
    return diag;
  }

  void write_back(const Solution& s) {
    const auto local = [&](size_t buffer) { return index_of_pool_[static_cast<size_t>(s.pools[buffer])]; };
    for (size_t i = 0; i < p_.buffers.size(); ++i) {
      p_.buffers[i].pool = local(i), p_.buffers[i].offset = s.offsets[i];
      if (p_.buffers[i].tensor == TensorId::kNone) continue;
      Placement& at = p_.graph[p_.buffers[i].tensor].placement;
      at.pool = task_.pools[static_cast<size_t>(s.pools[i])].name, at.offset = s.offsets[i];
      at.candidates = candidate_names(task_, task_.buffers[i]);
    }
    for (size_t i = 0; i < p_.constants.size(); ++i) {
      const size_t buffer = first_constant_ + i;
      p_.constants[i].pool = local(buffer), p_.constants[i].offset = s.offsets[buffer];
      Placement& at = p_.graph[p_.constants[i].tensor].placement;
      const MemoryPool& pool = task_.pools[static_cast<size_t>(s.pools[buffer])];
      at.pool = pool.name, at.candidates = candidate_names(task_, task_.buffers[buffer]);
      if (pool.by_pointer) at.offset = s.offsets[buffer];  // the linker places the constants of other pools
    }
    p_.arguments_pool = local(task_.buffers.size() - 1);
    for (size_t p = 0; p < task_.pools.size(); ++p) {
      PoolUse& use = (task_.pools[p].constant ? p_.constant_pools
                                              : p_.scratch_pools)[static_cast<size_t>(index_of_pool_[p])];
      use.bytes = s.heights[p], use.lower_bound = s.lower_bounds[p];
      if (!task_.pools[p].constant) p_.scratch_bytes += s.heights[p];
    }
    for (size_t i = 0; i < p_.location.size(); ++i) place(TensorId{static_cast<uint32_t>(i)}, p_.location[i]);
    if (stream_ >= 0) {
      const auto at = [&](size_t buffer) {
        return Location{Location::Kind::kScratch, p_.buffers[buffer].pool, p_.buffers[buffer].offset};
      };
      RowStream& stream = p_.chains[0].stream;
      stream.ring = at(static_cast<size_t>(stream_)), stream.made = at(static_cast<size_t>(stream_) + 1);
    }
    for (CallMark& mark : p_.marks)
      if (mark.tensor != TensorId::kNone) place(mark.tensor, mark.condition);
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      Call& call = p_.calls[i];
      for (size_t k = 0; k < call.in.size(); ++k) place(call.in_tensors[k], call.in[k]);
      for (size_t k = 0; k < call.out.size(); ++k) place(call.out_tensors[k], call.out[k]);
      if (const auto sums = sums_of_.find(static_cast<int32_t>(i)); sums != sums_of_.end()) {
        const Planned& planned = p_.buffers[static_cast<size_t>(sums->second)];
        call.scratch_pool = planned.pool, call.scratch_offset = planned.offset;
        continue;
      }
      const auto found = scratch_of_.find(call.step);
      if (found == scratch_of_.end() || call.op.scratch == 0) continue;
      const Planned& planned = p_.buffers[static_cast<size_t>(found->second)];
      call.scratch_pool = planned.pool, call.scratch_offset = planned.offset;
      Node& node = p_.graph.nodes[index(call.node)];
      node.scratch.pool = p_.scratch_pools[static_cast<size_t>(planned.pool)].pool.name;
      node.scratch.offset = planned.offset;
      node.scratch.candidates = candidate_names(task_, task_.buffers[static_cast<size_t>(found->second)]);
    }
  }

  void place(TensorId t, Location& at) const {
    if (at.kind != Location::Kind::kScratch) return;
    const auto found = by_root_.find(storage_.root[index(t)]);
    if (found == by_root_.end()) {
      at = {};  // folded away
    } else {
      const Planned& planned = p_.buffers[static_cast<size_t>(found->second)];
      at.index = planned.pool, at.offset = planned.offset + storage_.offset[index(t)];
    }
  }

  Program& p_;
  const CompileOptions& options_;
  Storage storage_;
  Task task_;
  int32_t exit_ = 0;
  size_t first_constant_ = 0;  // index into the task's buffers; the buffers before it are p_.buffers
  // Candidate pools of constants and of arguments; empty: every constant pool.
  std::vector<std::string> pools_of_constants_, pools_of_arguments_;
  // Per pool of the task: index into the program's scratch or constant pools.
  std::vector<int32_t> index_of_pool_;
  std::vector<bool> limited_;  // per pool of the task: whether it has its own size
  std::map<TensorId, int32_t> by_root_;
  std::map<int32_t, int32_t> scratch_of_;  // buffer of a call's scratch, by step
  std::map<int32_t, int32_t> sums_of_;     // buffer of a call's running sums, by call
  std::set<int32_t> held_;  // buffers that are read once more after the last call that reads them
  int32_t stream_ = -1;     // buffer of the rows of an input that arrives row by row
};

}  // namespace

Status place(Program& program, const CompileOptions& options) { return Placing(program, options).run(); }

}  // namespace nookc
