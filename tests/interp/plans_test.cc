// Plans from outside: as a BufferPlan in flash, or in the model's metadata.
#include "nook/interp/planner.h"
#include "nook/plan/verify.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

struct ShimPlan {
  int32_t count;
  int32_t offsets[64];
};

// Records the greedy planner's result as a BufferPlan.
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

namespace {

// The model with another plan in its metadata: `bytes` of the words version, subgraphs, n and offsets.
struct PlannedModel {
  alignas(4) uint8_t file[4096];
  int32_t* words;

  PlannedModel() {
    EXPECT(planned().size() <= sizeof file);
    memcpy(file, planned().data(), planned().size());
    const Span<const uint8_t> found =
        Model::open({file, planned().size()})->metadata("OfflineMemoryAllocation");
    words = reinterpret_cast<int32_t*>(const_cast<uint8_t*>(found.data()));
    EXPECT_EQ(found.size(), 7 * sizeof *words);
  }
  void cut(int32_t bytes) { words[-1] = bytes; }

  InterpreterFault fault(size_t* scratch_bytes = nullptr) const {
    const Model model = *Model::open({file, planned().size()});
    MemoryRequirements need;
    InterpreterFault why;
    const Code code = nook::memory_requirements(model, all_ops(), InterpreterOptions(nook_offline_planner),
                                                {working, nook::working_bytes(model)}, &need, &why);
    EXPECT(static_cast<nook_status>(code) == why.status);
    if (scratch_bytes) *scratch_bytes = need.scratch.bytes;
    return why;
  }
};

enum Word { kVersion, kSubgraphs, kCount, kX, kA, kB, kY };

}  // namespace

TEST(a_plan_in_the_model_is_followed_and_other_buffers_are_placed_by_first_fit) {
  constexpr struct {
    int32_t x, a, b, y;
    size_t scratch;
  } kPlans[] = {
      {-1, 32, 0, -1, 56},  {-1, 0, 48, -1, 72}, {-1, -1, 0, -1, 56}, {-1, 64, -1, -1, 88},
      {-1, -1, -1, -1, 56}, {-1, -7, 0, -9, 56}, {7, 32, 0, 3, 56},  // offsets of the application's tensors
                                                                     // are ignored
  };
  for (const auto& plan : kPlans) {
    PlannedModel m;
    m.words[kX] = plan.x, m.words[kA] = plan.a, m.words[kB] = plan.b, m.words[kY] = plan.y;
    size_t scratch_bytes = 0;
    EXPECT_EQ(m.fault(&scratch_bytes).status, NOOK_OK);
    EXPECT_EQ(scratch_bytes, plan.scratch);
    InterpreterOptions options(nook_offline_planner);
    const Bench verified({m.file, planned().size()}, options);
    EXPECT_EQ(verified.need.scratch.bytes, plan.scratch);
  }
}

TEST(an_impossible_plan_in_the_model_is_refused) {
  const auto refused = [](Word word, int32_t value, nook_status status) {
    PlannedModel m;
    m.words[word] = value;
    const InterpreterFault why = m.fault();
    EXPECT(why.status == status && why.role == NOOK_ROLE_PLAN);
    return why;
  };
  EXPECT_EQ(refused(kVersion, 2, NOOK_BAD_MODEL).need, 4);
  EXPECT_EQ(refused(kCount, 5, NOOK_BAD_MODEL).have, 5);
  EXPECT_EQ(refused(kCount, -1, NOOK_BAD_MODEL).need, 4);
  EXPECT_EQ(refused(kB, 8, NOOK_BAD_MODEL).index, 2);   // misaligned
  EXPECT_EQ(refused(kB, 16, NOOK_BAD_MODEL).index, 2);  // overlaps the end of the other one
  EXPECT_EQ(refused(kB, 48, NOOK_BAD_MODEL).index, 2);
  EXPECT_EQ(refused(kB, INT32_MAX - 15, NOOK_NO_MEMORY).index, 2);
  for (int32_t bytes = 0; bytes < 28; ++bytes) {
    PlannedModel m;
    m.cut(bytes);
    const InterpreterFault why = m.fault();
    EXPECT(why.status == (bytes < 12 ? NOOK_UNSUPPORTED : NOOK_BAD_MODEL) && why.role == NOOK_ROLE_PLAN);
    if (bytes >= 12) EXPECT(why.need == 4 && why.have == static_cast<size_t>(bytes / 4 - 3));
  }
}
