#include "nookc/middle/plan/placing/managed_plan.h"

#include <algorithm>

#include "nook/plan/verify.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/plan/solving/solver.h"

namespace nookc {
namespace {

constexpr int32_t kGranule = static_cast<int32_t>(ManagedLayout::Arena::kGranule);

std::vector<int32_t> buffers_of(const Program& p) {
  const Storage storage = share_storage(p.graph);
  std::vector<int32_t> by_root(p.graph.tensors.size(), -1), all(p.graph.tensors.size(), -1);
  for (size_t b = 0; b < p.buffers.size(); ++b)
    if (p.buffers[b].tensor != TensorId::kNone) by_root[index(p.buffers[b].tensor)] = static_cast<int32_t>(b);
  for (size_t t = 0; t < all.size(); ++t) all[t] = by_root[index(storage.root[t])];
  return all;
}

}  // namespace

Result<ManagedLayout> plan_managed(const Program& program, const std::string& solver, const Effort& effort) {
  if (!program.marks.empty())
    return Diag{Exit::kUnsupported, "N3021", program.graph.file,
                "--format managed can't be combined with control flow (IF, WHILE)",
                "the C interface has it: leave out --format managed"};
  const auto any = [](const std::vector<bool>& flags) {
    return std::ranges::find(flags, true) != flags.end();
  };
  if (any(program.input_in_scratch) || any(program.output_in_scratch))
    return Diag{Exit::kUsage, "N2022", program.graph.file,
                "the application gives a managed model its inputs and outputs as tensors",
                "leave out --input-in-scratch and --output-in-scratch"};
  const auto pinned = [](const Planned& planned) { return planned.buffer.pinned != nook::kAnywhere; };
  if (program.scratch_pools.size() > 1 || std::ranges::any_of(program.buffers, pinned))
    return Diag{Exit::kUsage, "N2022", program.graph.file,
                "a managed model has one arena, in which tensors may move",
                "one --workspace-pool at most, and no --place of a tensor between operators"};
  ManagedLayout layout;
  layout.buffer_of = buffers_of(program);
  std::vector<nook::Buffer> blocks;
  for (const Planned& planned : program.buffers) {
    nook::Buffer block = planned.buffer;
    // The request for an operator's scratch includes room to align it.
    const bool scratch = planned.tensor == TensorId::kNone;
    const size_t bytes = static_cast<size_t>(block.size) + (scratch ? kGranule - 1 : 0);
    block.size = static_cast<int32_t>(ManagedLayout::Arena::block_bytes(bytes));
    block.alignment = kGranule, block.pinned = nook::kAnywhere;
    blocks.push_back(block);
  }
  if (blocks.empty()) return layout;
  nook::Problem problem;
  problem.buffers = {blocks.data(), blocks.size()};
  Solution solution = (*find_solver(solver))(problem, effort);
  const nook::Plan plan = solution.plan();
  if (!solution.feasible || !nook::verify(problem, plan).ok())
    return Diag{Exit::kDoesNotFit, "N1001", program.graph.file, "the tensors do not fit below 2^31 bytes",
                "a smaller model"};
  layout.places = solution.offsets, layout.bytes = plan.height;
  if (const int64_t have = program.scratch_pools[0].pool.size; have > 0 && layout.bytes > have)
    return Diag{Exit::kDoesNotFit, "N1001", program.graph.file + ": the arena of the managed model",
                "need " + std::to_string(layout.bytes) + " bytes with the headers of the blocks, have " +
                    std::to_string(have),
                "the C interface has no headers: leave out --format managed"};
  layout.lower_bound = static_cast<int32_t>(solution.lower_bounds.empty() ? 0 : solution.lower_bounds[0]);
  return layout;
}

}  // namespace nookc
