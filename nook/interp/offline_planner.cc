// Uses the plan in the model's metadata "OfflineMemoryAllocation". It consists of little-endian int32:
// version, subgraphs, n, then n offsets, one per tensor of the model. Tensors with a negative offset and the
// scratch of operators are placed on the device around the others, first fit, the last one first.
#include "nook/interp/planner.h"
#include "nook/plan/greedy.h"

namespace nook {
namespace {

constexpr size_t kHead = 3;
constexpr int32_t kVersion = 1;

nook_status place(const nook_planner*, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  const Span<const uint8_t> bytes = r.model.metadata("OfflineMemoryAllocation");
  const int32_t* const words = reinterpret_cast<const int32_t*>(bytes.data());  // at a multiple of 4
  if (bytes.size() < kHead * sizeof *words) return NOOK_UNSUPPORTED;
  const size_t need = r.tensor_count;
  size_t have = bytes.size() / sizeof *words - kHead;
  if (have >= need) have = static_cast<uint32_t>(words[2]);
  // Entries for tensors of subgraphs that never run follow the entries of the first subgraph.
  const bool wrong = r.model.subgraph_count() > 1 ? have < need : have != need;
  if (wrong || words[0] != kVersion) {
    r.fault->need = need, r.fault->have = have;
    return NOOK_BAD_MODEL;
  }
  int32_t *next = r.order.data(), *last = r.order.end();
  const int32_t* tensor = r.tensors.data();
  Buffer* b = r.buffers.data();
  for (int32_t i = 0; next < last; ++i, ++tensor, ++b) {
    const int32_t offset =
        *tensor < 0 || b->size == 0 ? kAnywhere : words[kHead + static_cast<size_t>(*tensor)];
    if (offset < 0) {
      *--last = i;
    } else {
      *next++ = i, b->pinned = offset;
    }
  }
  return static_cast<nook_status>(place_in_one_pool(r.problem, &r.plan, r.order.data(), &r.fault->index));
}

}  // namespace
}  // namespace nook

extern "C" const nook_planner nook_offline_planner = {nook::place, nullptr, nullptr};
