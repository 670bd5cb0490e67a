#include "nook/interp/planner.h"

namespace nook {
namespace {

nook_status place(const nook_planner* self, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  const auto* given = static_cast<const nook_buffer_plan*>(self->data);
  const size_t need = r.buffers.size(),
               have = given && given->buffer_count > 0 ? static_cast<size_t>(given->buffer_count) : 0;
  if (!given || need != have) {
    r.fault->need = need, r.fault->have = have;
    return r.fault->status = given ? NOOK_BAD_MODEL : NOOK_NULL;
  }
  const nook_buffer_descriptor* const entries = given->buffer_plan_entries;
  for (size_t i = 0; i < r.buffers.size(); ++i) {
    r.plan.offsets[i] = r.buffers[i].size == 0 ? 0 : entries[i].offset;
  }
  return NOOK_OK;
}

}  // namespace
}  // namespace nook

extern "C" nook_planner nook_shim_planner(const nook_buffer_plan* plan) {
  return {nook::place, plan, nook_verify_plan};
}
