// A planning problem with names, as files, models and people state it. `TaskProblem` is its form for solvers.
#pragma once
#include <string>
#include <vector>

#include "nook/plan/problem.h"
#include "nookc/core/diag.h"
#include "nookc/target/memory_pool.h"

namespace nookc {

struct TaskBuffer {
  std::string name;
  nook::Buffer buffer;  // `first` and `last` enclose all of its live ranges; `pinned` is its offset
  std::vector<nook::Steps> gaps;
  std::vector<std::string> pools;  // candidates, the best first; empty: every pool that accepts its kind
  std::string pool;                // the required pool; empty: any
  std::vector<std::string> users = {"cpu"};  // units that read and write it
  // Units that only read or only write it, or do so in addition to `users`
  std::vector<std::string> readers, writers;
  int64_t reads = 0, writes = 0;  // bytes per inference
};

struct Task {
  std::string source;             // in order of preference
  std::vector<MemoryPool> pools;  // by buffer index
  std::vector<TaskBuffer> buffers;
  std::vector<nook::Separation> separations;  // by index
};

// Checks that the task makes sense. Diags: N2010 an invalid pool (no name, a name used twice, no size or
// alignment, no unit that reads it), N2011 an unknown pool, N2012 an impossible pin (outside its pool,
// misaligned, on top of another), N2013 circular separations, N2014 an invalid buffer, N1005 a buffer that no
// pool accepts or that its users can't reach.
Status check_task(const Task& task);

// The task in the form for solvers. Buffers are sorted, so that a plan does not depend on their order in the
// input: `order[i]` is the task's buffer of the problem's buffer i.
class TaskProblem {
 public:
  // The task must have passed check_task(). With `hints`, a pool's hint counts like its size.
  TaskProblem(const Task& task, bool hints);
  const nook::Problem& problem() const { return problem_; }
  const std::vector<int32_t>& order() const { return order_; }
  TaskProblem(const TaskProblem&) = delete;
  TaskProblem& operator=(const TaskProblem&) = delete;

 private:
  std::vector<int32_t> order_;
  std::vector<nook::Buffer> buffers_;
  std::vector<nook::BufferRules> rules_;
  std::vector<std::vector<int32_t>> pools_of_;
  std::vector<nook::PlanPool> pools_;
  std::vector<nook::Separation> separations_;
  nook::Problem problem_;
};

// The pools that may hold a buffer: its candidates, or all pools, that accept its kind and that all its users
// reach.
std::vector<int32_t> candidate_pools(const Task& task, const TaskBuffer& buffer);
// The names of a buffer's pools for messages, the best first; empty if it may be in any pool of its kind, or
// is pinned without a wish.
std::vector<std::string> candidate_names(const Task& task, const TaskBuffer& buffer);
// kAnywhere if no pool has that name.
int32_t find_pool(const Task& task, const std::string& name);
// "sram, dtcm"
std::string pool_names(const std::vector<MemoryPool>& pools);
const char* kind_name(nook::BufferKind kind);

}  // namespace nookc
