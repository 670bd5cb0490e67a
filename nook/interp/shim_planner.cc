#include "nook/interp/planner.h"

namespace nook {
namespace {

nook_status place(const nook_planner* self, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  const auto* given = static_cast<const nook_buffer_plan*>(self->data);
  const int32_t need = static_cast<int32_t>(r.buffers.size()), have = given ? given->buffer_count : 0;
  if (need != have) {
    r.fault->need = static_cast<size_t>(need), r.fault->have = static_cast<size_t>(have < 0 ? 0 : have);
    return r.fault->status = NOOK_BAD_MODEL;
  }
  const nook_buffer_descriptor* const entries = given ? given->buffer_plan_entries : nullptr;
  for (size_t i = 0; i < r.buffers.size(); ++i) {
    const int32_t offset = r.buffers[i].size == 0 ? 0 : entries[i].offset;
    r.plan.offsets[i] = offset;
    if (offset % r.buffers[i].alignment) r.buffers[i].alignment = 4;  // as the tool aligned them
  }
  return NOOK_OK;
}

}  // namespace
}  // namespace nook

extern "C" nook_planner nook_shim_planner(const nook_buffer_plan* plan) { return {nook::place, plan}; }
