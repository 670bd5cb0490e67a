// The planning problem of a program, and its solution written back into the program.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/plan/solving/solve.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The pools of a program's task.
struct TaskPools {
  std::vector<MemoryPool> pools;
  std::vector<int32_t> index_of;  // per pool: its index among the scratch or constant pools
};

// A program's memory as a planning problem. The buffers of `task` are `buffers`, then the constants, then the
// kernels' arguments.
struct MemoryTask {
  Task task;
  std::vector<int32_t> index_of_pool;  // as TaskPools::index_of
  std::vector<Planned> buffers;
  std::vector<nook::Separation> separations;     // between `buffers`
  size_t first_constant = 0;                     // index into the task's buffers
  std::map<TensorId, int32_t> by_root;           // buffer of a tensor in scratch
  std::map<int32_t, int32_t> scratch_of;         // buffer of a call's scratch, by scratch_key()
  std::map<int32_t, int32_t> sums_of;            // buffer of a call's running sums, by call
  std::map<int32_t, int32_t> arena_of, fast_of;  // buffers of a call's scratch for commands, by call
  int32_t handover = -1;                         // buffer of Program::handover
  int32_t stream = -1;                           // buffer of the rows of an input that arrives row by row
  Storage storage;
};

// Calls of a chain share scratch; calls that run at once on two cores do not.
inline int32_t scratch_key(const Call& call) { return call.core == 0 ? call.step : -call.step; }

// `storage` is the program's, after rows in place were assigned to the next stage. Diag N2018: a pin of a
// tensor that has no bytes to place.
Result<MemoryTask> to_task(const Program& program, Storage storage, TaskPools pools,
                           const CompileOptions& options);

// Writes a plan into the program and into the placements of its graph.
void apply(const TaskPlan& plan, const MemoryTask& made, Program& program);

}  // namespace nookc
