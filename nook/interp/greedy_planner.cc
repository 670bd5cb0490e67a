#include "nook/interp/planner.h"
#include "nook/plan/greedy.h"

namespace nook {
namespace {

nook_status place(const nook_planner*, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  return static_cast<nook_status>(plan_greedy(r.problem, &r.plan, r.order, &r.fault->index));
}

}  // namespace
}  // namespace nook

extern "C" const nook_planner nook_greedy_planner = {nook::place, nullptr, nullptr};
