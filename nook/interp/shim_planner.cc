#include "nook/buffer_plan.h"
#include "nook/interp/planner.h"

namespace nook {
namespace {

nook_status place(const nook_planner* self, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  if (!self->data) return r.fault->status = NOOK_NULL;
  if (const uintptr_t off = reinterpret_cast<uintptr_t>(self->data) % alignof(BufferDescriptor)) {
    r.fault->need = alignof(BufferDescriptor), r.fault->have = off;
    return r.fault->status = NOOK_MISALIGNED;
  }
  const int32_t given = BufferCount::count_of(*static_cast<const int32_t*>(self->data));
  const size_t need = r.buffers.size(), have = given > 0 ? static_cast<size_t>(given) : 0;
  if (need != have) {
    r.fault->need = need, r.fault->have = have;
    return r.fault->status = NOOK_BAD_MODEL;
  }
  const BufferDescriptor* const entries = entries_of(self->data);
  for (size_t i = 0; i < need; ++i) r.plan.offsets[i] = r.buffers[i].size == 0 ? 0 : entries[i].offset;
  return NOOK_OK;
}

}  // namespace
}  // namespace nook

extern "C" nook_planner nook_shim_planner(const nook_buffer_plan* plan) {
  return {nook::place, plan, nook_verify_plan};
}
