#include "nookc/plan/place.h"

#include <algorithm>
#include <map>

#include "nook/plan/verify.h"
#include "nookc/lower/storage.h"
#include "nookc/plan/solve.h"

namespace nookc {
namespace {

constexpr int32_t kBufferAlignment = 16;  // enough for every kernel's widest load

class Placing {
 public:
  Placing(Program& program, const CompileOptions& options)
      : p_(program), options_(options), storage_(share_storage(program.graph)) {}

  Status run() {
    exit_ = static_cast<int32_t>(p_.calls.size()) + 1;
    collect_pools();
    collect_interface();
    for (size_t i = 0; i < p_.calls.size(); ++i) collect_call(p_.calls[i], static_cast<int32_t>(i) + 1);
    for (size_t i = 0; i < p_.calls.size(); ++i)
      collect_separations(p_.calls[i], static_cast<int32_t>(i) + 1);
    if (const Status placed = collect_placements(); !placed) return placed.diag();
    collect_constants();
    return solve();
  }

 private:
  void collect_pools() {
    task_.source = p_.graph.file;
    task_.pools = complete_pools(options_.pools);
    for (size_t i = 0; i < task_.pools.size(); ++i) {
      MemoryPool& pool = task_.pools[i];
      if (!pool.constant && pool.size == 0) pool.size = options_.scratch_limit;
      std::vector<PoolUse>& uses = pool.constant ? p_.constant_pools : p_.scratch_pools;
      index_of_pool_.push_back(static_cast<int32_t>(uses.size()));
      uses.push_back({pool, 0, 0, std::max(pool.alignment, kBufferAlignment)});
    }
  }

  // The buffer of a tensor in scratch, made when it is first met.
  int32_t buffer_of(TensorId t, int32_t step, nook::BufferKind kind) {
    const TensorId root = storage_.root[index(t)];
    const auto [at, fresh] = by_root_.try_emplace(root, static_cast<int32_t>(p_.buffers.size()));
    if (fresh) {
      const Tensor& tensor = p_.graph[root];
      p_.buffers.push_back({tensor.name, {tensor.bytes(), kBufferAlignment, step, step, kind}, 0, 0, root});
      task_.buffers.emplace_back();
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

  bool kept(size_t input) const {
    const auto& kept = options_.kept_inputs;
    return kept.count("*") || kept.count(p_.graph.input_names[input]) ||
           kept.count(p_.graph[p_.graph.inputs[input]].name);
  }

  // Inputs in scratch are there from the entry on, and until the exit where they are to be kept; outputs
  // until the exit.
  void collect_interface() {
    for (size_t i = 0; i < p_.graph.inputs.size(); ++i) {
      const TensorId t = p_.graph.inputs[i];
      if (!in_scratch(t)) continue;
      buffer_of(t, 0, nook::BufferKind::kInput);
      if (kept(i)) buffer_of(t, exit_, nook::BufferKind::kInput);
    }
    for (TensorId t : p_.graph.outputs)
      if (in_scratch(t)) buffer_of(t, exit_, nook::BufferKind::kOutput);
  }

  void count_traffic(TensorId t, bool write) {
    TaskBuffer& b = task_.buffers[static_cast<size_t>(by_root_.at(storage_.root[index(t)]))];
    (write ? b.writes : b.reads) += p_.graph[t].bytes();
  }

  void collect_call(const Call& call, int32_t step) {
    for (TensorId t : call.in_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation), count_traffic(t, false);
    for (TensorId t : call.out_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation), count_traffic(t, true);
    if (call.op.scratch == 0) return;
    const Node& node = p_.graph.nodes[index(call.node)];
    scratch_of_[step] = static_cast<int32_t>(p_.buffers.size());
    p_.buffers.push_back({"scratch of " + describe(p_.graph, node),
                          {call.op.scratch, kBufferAlignment, step, step, nook::BufferKind::kScratch},
                          0,
                          0,
                          TensorId::kNone});
    task_.buffers.emplace_back();
    task_.buffers.back().pools = node.scratch.candidates;
    task_.buffers.back().reads = task_.buffers.back().writes = call.op.scratch;
  }

  // Where a kernel may write over an input that nobody needs after it.
  void collect_separations(const Call& call, int32_t step) {
    if (call.out_tensors.size() != 1 || !in_scratch(call.out_tensors[0])) return;
    const int32_t lower = by_root_.at(storage_.root[index(call.out_tensors[0])]);
    if (p_.buffers[static_cast<size_t>(lower)].buffer.first != step) return;
    std::map<int32_t, int32_t> least;  // an input given twice must be far enough for both
    for (size_t i = 0; i < call.in_tensors.size(); ++i) {
      if (!in_scratch(call.in_tensors[i])) continue;
      int32_t& bytes = least[by_root_.at(storage_.root[index(call.in_tensors[i])])];
      visit_form(call.code, call.op.form, [&]<class Form>(std::type_identity<Form>) {
        using Params = typename Form::Params;
        const auto& kernel = *static_cast<const nook::Kernel<Params>*>(call.op.kernel);
        const auto& params = *static_cast<const Params*>(call.op.params);
        bytes = std::max(bytes, kernel.overlap(params, static_cast<int>(i)));
      });
    }
    for (const auto& [upper, bytes] : least)
      if (upper != lower && bytes != nook::kDisjoint &&
          p_.buffers[static_cast<size_t>(upper)].buffer.last == step)
        p_.separations.push_back({upper, lower, bytes});
  }

  // What was asked of tensors; a view's wish is that of the tensor whose bytes it shares.
  Status collect_placements() {
    for (size_t i = 0; i < p_.graph.tensors.size(); ++i) {
      const Tensor& t = p_.graph.tensors[i];
      if (t.constant() || (t.placement.candidates.empty() && t.placement.pool.empty())) continue;
      const auto found = by_root_.find(storage_.root[i]);
      if (found == by_root_.end()) {
        if (t.placement.pool.empty()) continue;  // candidates of whole operators meet tensors that are gone
        const bool outside =
            p_.location[i].kind == Location::Kind::kInput || p_.location[i].kind == Location::Kind::kOutput;
        return Diag{Exit::kUsage, "N2018", p_.graph.file + ": tensor '" + t.name + "'",
                    outside ? "it can't be placed: it lives in the application's own buffer"
                            : "it can't be placed: a pass made it needless",
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

  // Constants are always there, so that each has bytes of its own.
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
    for (const Constant& c : p_.constants) {
      TaskBuffer& b = add(c.name, static_cast<int64_t>(c.bytes->size()), c.alignment);
      const Placement& wish = p_.graph[c.tensor].placement;
      b.pools = wish.candidates;
      b.pool = wish.pool;
    }
    add("arguments of the kernels", p_.argument_bytes(), kBufferAlignment);
  }

  Status solve() {
    task_.separations = p_.separations;
    std::vector<nook::Buffer> buffers;
    for (const Planned& b : p_.buffers) buffers.push_back(b.buffer);
    nook::Problem together;
    together.buffers = {buffers.data(), buffers.size()};
    p_.scratch_lower_bound =
        static_cast<int32_t>(std::min<int64_t>(nook::busiest_step_bytes(together), INT32_MAX));
    Result<TaskPlan> plan = solve_task(task_, options_.solver, options_.effort);
    if (!plan) return with_peak(plan.diag());
    p_.solver = plan->solver;
    p_.scratch_optimal = plan->solution.optimal;
    write_back(plan->solution);
    return Done{};
  }

  // The busiest operator is what one has to do something about.
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
    diag.hint += "; the most scratch is alive at ";
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
    }
    for (size_t i = 0; i < p_.constants.size(); ++i) {
      const size_t buffer = first_constant_ + i;
      p_.constants[i].pool = local(buffer);
      p_.graph[p_.constants[i].tensor].placement.pool =
          task_.pools[static_cast<size_t>(s.pools[buffer])].name;
    }
    p_.arguments_pool = local(task_.buffers.size() - 1);
    for (size_t p = 0; p < task_.pools.size(); ++p) {
      PoolUse& use = (task_.pools[p].constant ? p_.constant_pools
                                              : p_.scratch_pools)[static_cast<size_t>(index_of_pool_[p])];
      use.bytes = s.heights[p], use.lower_bound = s.lower_bounds[p];
      if (!task_.pools[p].constant) p_.scratch_bytes += s.heights[p];
    }
    for (size_t i = 0; i < p_.location.size(); ++i) place(TensorId{static_cast<uint32_t>(i)}, p_.location[i]);
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      Call& call = p_.calls[i];
      for (size_t k = 0; k < call.in.size(); ++k) place(call.in_tensors[k], call.in[k]);
      for (size_t k = 0; k < call.out.size(); ++k) place(call.out_tensors[k], call.out[k]);
      const auto found = scratch_of_.find(static_cast<int32_t>(i) + 1);
      if (found == scratch_of_.end()) continue;
      const Planned& planned = p_.buffers[static_cast<size_t>(found->second)];
      call.scratch_pool = planned.pool, call.scratch_offset = planned.offset;
      Node& node = p_.graph.nodes[index(call.node)];
      node.scratch.pool = p_.scratch_pools[static_cast<size_t>(planned.pool)].pool.name;
      node.scratch.offset = planned.offset;
    }
  }

  void place(TensorId t, Location& at) const {
    if (at.kind != Location::Kind::kScratch) return;
    const auto found = by_root_.find(storage_.root[index(t)]);
    if (found == by_root_.end()) {
      at = {};  // folded away
    } else {
      const Planned& planned = p_.buffers[static_cast<size_t>(found->second)];
      at.index = planned.pool, at.offset = planned.offset;
    }
  }

  Program& p_;
  const CompileOptions& options_;
  Storage storage_;
  Task task_;
  int32_t exit_ = 0;
  size_t first_constant_ = 0;           // of the task's buffers; those before are p_.buffers
  std::vector<int32_t> index_of_pool_;  // per pool of the task: of the program's scratch or constant pools
  std::map<TensorId, int32_t> by_root_;
  std::map<int32_t, int32_t> scratch_of_;  // by step
};

}  // namespace

Status place(Program& program, const CompileOptions& options) { return Placing(program, options).run(); }

}  // namespace nookc
