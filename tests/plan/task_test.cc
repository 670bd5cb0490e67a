// Tasks: each fault gives one clear error, and if a task does not fit, the error states a sufficient size.
#include "nookc/middle/plan/solving/task.h"

#include <algorithm>

#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/solving/solve.h"
#include "tests/sanitized.h"
#include "tests/test.h"

using namespace nookc;

namespace {

MemoryPool pool(const std::string& name, int64_t size = 0, bool constant = false) {
  MemoryPool p;
  p.name = name, p.size = size, p.constant = constant, p.alignment = 1;
  return p;
}

TaskBuffer buffer(const std::string& name, int32_t size, int32_t first, int32_t last) {
  TaskBuffer b;
  b.name = name;
  b.buffer = {size, 1, first, last};
  return b;
}

Task two_buffers() {
  Task task;
  task.source = "t.json";
  task.pools = {pool("dtcm", 100), pool("sram")};
  task.buffers = {buffer("a", 80, 0, 1), buffer("b", 60, 1, 2)};
  return task;
}

// The error of a task as printed.
std::string error_of(const Task& task) {
  const auto plan = solve_task(task, "exact", {});
  return plan ? "" : to_string(plan.diag());
}

bool contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  printf("'%s' is not in: %s\n", part.c_str(), text.c_str());
  return false;
}

}  // namespace

TEST(a_task_is_planned_into_the_first_pool_that_has_room) {
  const auto plan = solve_task(two_buffers(), "exact", {});
  EXPECT(plan);
  EXPECT(plan->solution.pools == std::vector<int32_t>({0, 1}));
  EXPECT(plan->solution.optimal);
}

TEST(a_plan_does_not_depend_on_the_order_of_the_buffers) {
  test::Rng rng(3);
  for (uint32_t round = 0; round < test::seeds(200); ++round) {
    Task task;
    task.pools = {pool("fast", 300), pool("slow")};
    for (int i = 0; i < 14; ++i) {
      const int32_t first = rng.in(0, 6);
      task.buffers.push_back(buffer("b" + std::to_string(i), rng.in(1, 9) * 10, first, first + rng.in(0, 3)));
    }
    for (const char* solver : {"exact", "greedy_by_size", "greedy_by_conflicts", "hill_climb"}) {
      if (solver == std::string("hill_climb") && round % 20 != 0) continue;  // it is slow
      const auto plan = solve_task(task, solver, {});
      Task turned = task;
      std::ranges::reverse(turned.buffers);
      std::rotate(turned.buffers.begin(), turned.buffers.begin() + rng.in(0, 13), turned.buffers.end());
      const auto again = solve_task(turned, solver, {});
      EXPECT(plan && again && plan->solution.heights == again->solution.heights);
      for (size_t i = 0; plan && again && i < task.buffers.size(); ++i)
        for (size_t k = 0; k < task.buffers.size(); ++k)
          if (task.buffers[i].name == turned.buffers[k].name)
            EXPECT(plan->solution.offsets[i] == again->solution.offsets[k] &&
                   plan->solution.pools[i] == again->solution.pools[k]);
    }
  }
}

TEST(bad_pools_get_one_clear_error_each) {
  Task task = two_buffers();
  task.buffers[0].pools = {"itcm"};
  EXPECT(contains(error_of(task), "error[N2011] t.json: buffer 'a': there is no pool 'itcm'"));
  EXPECT(contains(error_of(task), "pools: dtcm, sram"));
  task = two_buffers();
  task.pools[1].name = "dtcm";
  EXPECT(contains(error_of(task), "error[N2010] t.json: pool 'dtcm': there are two pools of this name"));
  task = two_buffers();
  task.pools[0].size = -5;
  EXPECT(contains(error_of(task), "need a size of 1 byte to 2 GiB, have -5"));
  task = two_buffers();
  task.pools[0].alignment = 3;
  EXPECT(contains(error_of(task), "need an alignment that is a power of two, at most 65536, have 3"));
  task = two_buffers();
  task.pools[0].readers.clear();
  EXPECT(contains(error_of(task), "error[N2010] t.json: pool 'dtcm': no unit can read it"));
  task = two_buffers();
  task.pools[0].writers.clear();
  EXPECT(contains(error_of(task), "no unit can write it"));
  task = two_buffers();
  task.buffers[0].pool = "dtcm", task.buffers[0].buffer.pinned = 40;
  EXPECT(contains(error_of(task),
                  "error[N2012] t.json: buffer 'a': it is pinned to 40 in dtcm and needs 80 bytes, to 120; "
                  "the pool has 100"));
  EXPECT(contains(error_of(task), "the highest offset where it fits is 20"));
  task = two_buffers();
  for (TaskBuffer& b : task.buffers) b.pool = "sram", b.buffer.pinned = 0;
  EXPECT(contains(error_of(task),
                  "error[N2012] t.json: buffers 'a' and 'b': they live at the same time and are pinned to "
                  "overlapping bytes of sram: [0, 80) and [0, 60)"));
  task = two_buffers();
  task.buffers[0].buffer.pinned = 0;
  EXPECT(contains(error_of(task), "pin it to a pool too"));
  task = two_buffers();
  task.separations = {{0, 1, 0}, {1, 0, 0}};
  EXPECT(contains(error_of(task), "error[N2013] t.json: separations: they form a cycle"));
  task = two_buffers();
  task.buffers[1].buffer.first = 0;
  task.separations = {{0, 1, 0}};
  EXPECT(
      contains(error_of(task), "need the upper one's last step to be the lower one's first, have 1 and 0"));
  task = two_buffers();
  task.buffers[1].buffer.size = -1;
  EXPECT(
      contains(error_of(task), "error[N2014] t.json: buffer 'b': need a size of 0 bytes or more, have -1"));
}

TEST(a_pool_must_be_writable_by_writers_and_readable_by_readers) {
  Task task = two_buffers();
  task.pools[0].readers = {"npu"}, task.pools[1].writers = {"npu"};
  task.buffers[0].users = task.buffers[1].users = {};
  task.buffers[0].writers = {"cpu"}, task.buffers[0].readers = {"npu"};
  task.buffers[1].writers = {"npu"}, task.buffers[1].readers = {"cpu"};
  const auto plan = solve_task(task, "exact", {});
  EXPECT(plan && plan->solution.pools[0] == 0 && plan->solution.pools[1] == 1);
  std::swap(task.buffers[0].writers, task.buffers[0].readers);
  task.pools[1].writers = {"dma"};
  EXPECT(contains(
      error_of(task),
      "error[N1005] t.json: buffer 'a': no pool can hold it: need a workspace pool that npu can write "
      "and cpu can read"));
  EXPECT(contains(error_of(task), "pools: dtcm (readers=npu,writers=cpu), sram (readers=cpu,writers=dma)"));
}

TEST(a_buffer_goes_to_a_pool_that_all_its_users_reach) {
  Task task = two_buffers();
  task.pools[1].readers = task.pools[1].writers = {"cpu", "npu"};
  task.buffers[0].users = {"cpu", "npu"};
  const auto plan = solve_task(task, "exact", {});
  EXPECT(plan && plan->solution.pools[0] == 1);
  task.buffers[0].pools = {"dtcm"};
  EXPECT(contains(
      error_of(task),
      "error[N1005] t.json: buffer 'a': no pool can hold it: need a workspace pool among its candidates "
      "that cpu and npu can read and write"));
}

TEST(a_plan_that_does_not_fit_reports_the_tried_pools_and_sufficient_sizes) {
  Task task = two_buffers();
  task.pools[1].size = 50;
  const std::string error = error_of(task);
  EXPECT(contains(error,
                  "error[N1001] t.json: buffer 'b' of 60 bytes, aligned to 1, does not fit: dtcm has 100 and "
                  "needs 140 with it, 40 short; sram has 50 and needs 60 with it, 10 short"));
  EXPECT(contains(error, "no plan fits; it fits with dtcm of 140 bytes, or sram of 60 bytes"));
  EXPECT(solve_task(task, "greedy_by_size", {}).diag().code == "N1001");
}

TEST(a_message_names_a_merged_tensor_by_its_first_part) {
  Task task = two_buffers();
  task.pools[1].size = 50, task.buffers[1].name = "relu;batch_norm;conv";
  EXPECT(contains(error_of(task), "buffer 'relu;...' of 60 bytes"));
}

TEST(a_hint_may_be_exceeded_and_a_size_may_not) {
  Task task = two_buffers();
  task.pools = {pool("sram")};
  task.pools[0].hint = 100;
  const auto plan = solve_task(task, "exact", {});
  EXPECT(plan && plan->solution.heights[0] == 140);
  task.pools[0].size = 139;
  EXPECT(contains(error_of(task), "sram has 139"));
}

TEST(a_solver_that_is_wrong_is_caught) {
  register_solver("all_at_zero", [](const nook::Problem& problem, const Effort&) {
    Solution s;
    s.feasible = true;
    s.offsets.assign(problem.buffers.size(), 0);
    s.pools.assign(problem.buffers.size(), 1);
    s.heights = {0, 80};
    return s;
  });
  const auto plan = solve_task(two_buffers(), "all_at_zero", {});
  EXPECT(!plan &&
         contains(
             to_string(plan.diag()),
             "error[N1002] t.json: the plan is wrong: 'a' and 'b' overlap while both are needed, at step 1"));
  EXPECT(contains(to_string(solve_task(two_buffers(), "nobody", {}).diag()), "there is no solver 'nobody'"));
}
