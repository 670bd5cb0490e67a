#include "nookc/plan/place.h"

#include <algorithm>
#include <map>

#include "nook/plan/greedy.h"
#include "nook/plan/verify.h"
#include "nookc/lower/storage.h"
#include "nookc/plan/exact.h"

namespace nookc {
namespace {

constexpr int32_t kBufferAlignment = 16;    // enough for every kernel's widest load
constexpr int64_t kMostVisits = 100000000;  // of the search for a lower plan: a second at worst

class Placing {
 public:
  explicit Placing(Program& program) : p_(program), storage_(share_storage(program.graph)) {}

  Status run(int64_t limit) {
    collect_interface();
    for (size_t i = 0; i < p_.calls.size(); ++i) collect_call(p_.calls[i], static_cast<int32_t>(i) + 1);
    for (size_t i = 0; i < p_.calls.size(); ++i)
      collect_separations(p_.calls[i], static_cast<int32_t>(i) + 1);
    if (const Status solved = solve(limit); !solved) return solved.diag();
    write_back();
    return Done{};
  }

 private:
  // The buffer of a tensor in scratch, made when it is first met.
  int32_t buffer_of(TensorId t, int32_t step, nook::BufferKind kind) {
    const TensorId root = storage_.root[index(t)];
    const auto [at, fresh] = by_root_.try_emplace(root, static_cast<int32_t>(p_.buffers.size()));
    if (fresh) {
      const Tensor& tensor = p_.graph[root];
      p_.buffers.push_back({tensor.name, {tensor.bytes(), kBufferAlignment, step, step, kind}, 0, root});
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

  // Inputs in scratch are there from the entry on, outputs until the exit.
  void collect_interface() {
    const int32_t exit = static_cast<int32_t>(p_.calls.size()) + 1;
    for (TensorId t : p_.graph.inputs)
      if (in_scratch(t)) buffer_of(t, 0, nook::BufferKind::kInput);
    for (TensorId t : p_.graph.outputs)
      if (in_scratch(t)) buffer_of(t, exit, nook::BufferKind::kOutput);
  }

  void collect_call(const Call& call, int32_t step) {
    for (TensorId t : call.in_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation);
    for (TensorId t : call.out_tensors)
      if (in_scratch(t)) buffer_of(t, step, nook::BufferKind::kActivation);
    if (call.op.scratch == 0) return;
    const Node& node = p_.graph.nodes[index(call.node)];
    scratch_of_[step] = static_cast<int32_t>(p_.buffers.size());
    p_.buffers.push_back({"scratch of " + describe(p_.graph, node),
                          {call.op.scratch, kBufferAlignment, step, step, nook::BufferKind::kScratch},
                          0,
                          TensorId::kNone});
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
        separations_.push_back({upper, lower, bytes});
  }

  Status solve(int64_t limit) {
    std::vector<nook::Buffer> buffers;
    for (const Planned& b : p_.buffers) buffers.push_back(b.buffer);
    nook::Problem problem;
    problem.buffers = {buffers.data(), buffers.size()};
    problem.separations = {separations_.data(), separations_.size()};
    p_.scratch_lower_bound =
        static_cast<int32_t>(std::min<int64_t>(nook::busiest_step_bytes(problem), INT32_MAX));

    offsets_.resize(buffers.size());
    std::vector<int32_t> order(buffers.size());
    nook::Plan plan{{offsets_.data(), offsets_.size()}, 0};
    const auto height = nook::plan_greedy(problem, &plan, {order.data(), order.size()});
    if (!height) return does_not_fit(INT32_MAX, int64_t{INT32_MAX} + 1);
    p_.scratch_optimal = search_lower(problem, &plan, kMostVisits).optimal;
    if (const auto verdict = nook::verify(problem, plan); !verdict.ok())
      return Diag{Exit::kDoesNotFit, "N1002", p_.graph.file,
                  "the plan is wrong at buffer " + std::to_string(verdict.a) + " and was not used",
                  "this is a defect of nook, please report it with the model"};
    p_.scratch_bytes = plan.height;
    if (limit > 0 && plan.height > limit) return does_not_fit(limit, plan.height);
    return Done{};
  }

  Status does_not_fit(int64_t have, int64_t need) const {
    int64_t most = -1;
    int32_t peak = 0;
    for (int32_t step = 0; step <= static_cast<int32_t>(p_.calls.size()) + 1; ++step) {
      int64_t alive = 0;
      for (const Planned& b : p_.buffers)
        if (b.buffer.first <= step && step <= b.buffer.last) alive += b.buffer.size;
      if (alive > most) most = alive, peak = step;
    }
    std::string what = "scratch in " + std::string(p_.target->workspace.name) + ": need " +
                       std::to_string(need) + " bytes, have " + std::to_string(have);
    std::string hint = "the most is alive at ";
    const bool call = peak > 0 && peak <= static_cast<int32_t>(p_.calls.size());
    hint += call ? describe(p_.graph, p_.graph.nodes[index(p_.calls[static_cast<size_t>(peak) - 1].node)])
                 : std::string("entry or exit");
    hint += " (" + std::to_string(most) +
            " bytes); keep inputs and outputs outside of scratch or use a smaller model";
    return Diag{Exit::kDoesNotFit, "N1001", p_.graph.file, what, hint};
  }

  void write_back() {
    for (size_t i = 0; i < p_.buffers.size(); ++i) p_.buffers[i].offset = offsets_[i];
    const auto place = [&](TensorId t, Location& at) {
      if (at.kind != Location::Kind::kScratch) return;
      const auto found = by_root_.find(storage_.root[index(t)]);
      if (found == by_root_.end()) {
        at = {};  // folded away
      } else {
        at.offset = offsets_[static_cast<size_t>(found->second)];
      }
    };
    for (size_t i = 0; i < p_.location.size(); ++i) place(TensorId{static_cast<uint32_t>(i)}, p_.location[i]);
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      Call& call = p_.calls[i];
      for (size_t k = 0; k < call.in.size(); ++k) place(call.in_tensors[k], call.in[k]);
      for (size_t k = 0; k < call.out.size(); ++k) place(call.out_tensors[k], call.out[k]);
      if (const auto found = scratch_of_.find(static_cast<int32_t>(i) + 1); found != scratch_of_.end())
        call.scratch_offset = offsets_[static_cast<size_t>(found->second)];
    }
  }

  Program& p_;
  Storage storage_;
  std::map<TensorId, int32_t> by_root_;
  std::map<int32_t, int32_t> scratch_of_;  // by step
  std::vector<nook::Separation> separations_;
  std::vector<int32_t> offsets_;
};

}  // namespace

Status place(Program& program, const CompileOptions& options) {
  const int64_t limit = options.scratch_limit;
  return Placing(program).run(limit);
}

}  // namespace nookc
