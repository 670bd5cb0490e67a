// The plan that a tool wrote into the model: metadata "OfflineMemoryAllocation", little-endian int32:
// version, subgraphs, n, then n offsets, one per tensor of all subgraphs in order; -1: to be placed on the
// device. Those, and the scratch of operators, go around the fixed ones, first fit in the order of their
// first use.
#include "nook/interp/planner.h"
#include "nook/plan/greedy.h"

namespace nook {
namespace {

constexpr size_t kHead = 3;
constexpr int32_t kVersion = 1;

nook_status refuse(PlanRequest& r, size_t need, size_t have) {
  r.fault->need = need, r.fault->have = have;
  return r.fault->status = NOOK_BAD_MODEL;
}

size_t tensors_of(const Model& model) {
  size_t count = 0;
  for (uint32_t i = 0; i < model.subgraph_count(); ++i) count += model.subgraph(i).tensor_count();
  return count;
}

void order_by_first_use(const PlanRequest& r) {
  for (size_t i = 0; i < r.buffers.size(); ++i) {
    size_t j = i;
    for (; j > 0 && r.buffers[static_cast<size_t>(r.order[j - 1])].first > r.buffers[i].first; --j)
      r.order[j] = r.order[j - 1];
    r.order[j] = static_cast<int32_t>(i);
  }
}

nook_status place(const nook_planner*, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  const Span<const uint8_t> bytes = r.model.metadata("OfflineMemoryAllocation");
  if (bytes.empty()) return r.fault->status = NOOK_UNSUPPORTED;
  const size_t tensors = tensors_of(r.model), words = bytes.size() / sizeof(int32_t);
  const auto word = [&](size_t i) { return detail::load<int32_t>(bytes.data() + i * sizeof(int32_t)); };
  if (words < kHead || words - kHead < tensors) return refuse(r, tensors, words < kHead ? 0 : words - kHead);
  if (word(0) != kVersion || word(2) != static_cast<int32_t>(tensors))
    return refuse(r, tensors, static_cast<uint32_t>(word(2)));
  for (size_t i = 0; i < r.buffers.size(); ++i) {
    if (r.tensors[i] < 0 || r.buffers[i].size == 0) continue;
    const int32_t offset = word(kHead + static_cast<size_t>(r.tensors[i]));
    r.buffers[i].pinned = offset < 0 ? kAnywhere : offset;
  }
  order_by_first_use(r);
  return static_cast<nook_status>(place_in_one_pool(r.problem, &r.plan, r.order, &r.fault->index));
}

}  // namespace
}  // namespace nook

extern "C" const nook_planner nook_offline_planner = {nook::place, nullptr, nullptr};
