#include "nook/interp/planner.h"
#include "nook/plan/verify.h"

extern "C" nook_status nook_verify_plan(void* request) {
  nook::PlanRequest& r = *static_cast<nook::PlanRequest*>(request);
  const nook::PlanVerdict verdict = nook::verify_one_pool(r.problem, r.plan);
  if (verdict.ok()) return NOOK_OK;
  r.fault->plan_fault = static_cast<uint8_t>(verdict.fault);
  r.fault->index = verdict.a, r.fault->other = verdict.b;
  return NOOK_BAD_MODEL;
}
