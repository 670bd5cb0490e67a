// Plans that are given to the interpreter: as a BufferPlan in flash, in the model's metadata.
#include "nook/interp/planner.h"
#include "nook/plan/verify.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

struct ShimPlan {
  int32_t count;
  int32_t offsets[64];
};

// What the greedy planner says, as a BufferPlan.
nook_status record(const nook_planner* self, void* request) {
  nook::PlanRequest& r = *static_cast<nook::PlanRequest*>(request);
  const nook_status status = nook_greedy_planner.place(&nook_greedy_planner, request);
  ShimPlan& plan = *const_cast<ShimPlan*>(static_cast<const ShimPlan*>(self->data));
  plan.count = static_cast<int32_t>(r.buffers.size());
  for (size_t i = 0; i < r.buffers.size(); ++i) plan.offsets[i] = r.plan.offsets[i];
  return status;
}

InterpreterFault fault_of_plan(const Case& c, const ShimPlan& plan) {
  const nook_planner shim = nook_shim_planner(reinterpret_cast<const nook_buffer_plan*>(&plan));
  const Model model = *Model::open(c.model);
  MemoryRequirements need;
  InterpreterFault why;
  (void)nook::memory_requirements(model, all_ops(), InterpreterOptions(shim),
                                  {working, nook::working_bytes(model)}, &need, &why);
  return why;
}

}  // namespace

TEST(a_plan_in_flash_runs_and_is_verified_against_the_model) {
  static ShimPlan plan;
  const nook_planner recorder = {record, &plan, nook_verify_plan};
  for (const Case& c : cases()) {
    run_case(c, InterpreterOptions(recorder));
    const nook_planner shim = nook_shim_planner(reinterpret_cast<const nook_buffer_plan*>(&plan));
    run_case(c, InterpreterOptions(shim));
    ShimPlan wrong = plan;
    ++wrong.count;
    EXPECT(fault_of_plan(c, wrong).role == NOOK_ROLE_PLAN &&
           fault_of_plan(c, wrong).have == static_cast<size_t>(wrong.count));
  }
}

TEST(every_wrong_offset_of_a_plan_is_found) {
  static ShimPlan plan;
  const nook_planner recorder = {record, &plan, nook_verify_plan};
  int overlaps = 0, others = 0;
  for (const Case& c : cases()) {
    run_case(c, InterpreterOptions(recorder));
    for (int32_t i = 0; i < plan.count; ++i) {
      constexpr int32_t kOffsets[] = {-16, 2, 0, 16};
      for (const int32_t offset : kOffsets) {
        ShimPlan wrong = plan;
        wrong.offsets[i] = offset;
        const InterpreterFault why = fault_of_plan(c, wrong);
        if (why.status == NOOK_OK) continue;
        EXPECT(why.role == NOOK_ROLE_PLAN);
        (why.plan_fault == static_cast<uint8_t>(nook::PlanFault::kOverlap) ? overlaps : others) += 1;
      }
    }
  }
  EXPECT(overlaps > 0 && others > 0);
}

TEST(a_model_without_an_offline_plan_says_so) {
  const Model model = *Model::open(case_of("wide").model);
  MemoryRequirements need;
  InterpreterFault why;
  EXPECT(nook::memory_requirements(model, all_ops(), InterpreterOptions(nook_offline_planner),
                                   {working, nook::working_bytes(model)}, &need, &why) == Code::kUnsupported);
  char text[100];
  nook_describe_fault(&why, text, sizeof text);
  EXPECT(strcmp(text, "the plan: the model has none (metadata OfflineMemoryAllocation, NookRowChains)") == 0);
}
