// For any plan for a known problem, in JSON, CSV or C: it is read or refused with a code, and a complete plan
// is checked before it is used.
#include <cstddef>
#include <cstdint>
#include <string>

#include "nookc/middle/plan/formats/plan_file.h"

namespace {

nookc::Task problem(size_t pools) {
  nookc::Task task;
  task.source = "fuzz";
  for (const char* name : {"memory", "dtcm"}) {
    if (task.pools.size() == pools) break;
    nookc::MemoryPool pool;
    pool.name = name, pool.alignment = 4, pool.size = 4096;
    task.pools.push_back(pool);
  }
  const struct {
    const char* name;
    int32_t size, first, last;
  } kBuffers[] = {{"a", 64, 0, 2}, {"b", 100, 1, 3}, {"c", 32, 3, 4}, {"d", 0, 0, 4}};
  for (const auto& b : kBuffers) {
    nookc::TaskBuffer buffer;
    buffer.name = b.name;
    buffer.buffer = {b.size, 4, b.first, b.last};
    task.buffers.push_back(buffer);
  }
  task.separations = {{1, 2, 16}};
  return task;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  nookc::Task task = problem(1 + size % 2);
  bool complete = false;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const nookc::Status read = nookc::pin_to_plan(text, "fuzz", &task, &complete);
  if (!read && (read.diag().code.empty() || read.diag().what.empty())) __builtin_trap();
  if (!read) return 0;
  const auto plan = nookc::solve_task(task, "greedy_by_size", {});
  if (!plan) return 0;
  if (!nookc::check_plan(task, plan->solution)) __builtin_trap();
  for (size_t i = 0; i < task.buffers.size(); ++i)
    if (const int32_t pin = task.buffers[i].buffer.pinned; pin >= 0 && plan->solution.offsets[i] != pin)
      __builtin_trap();
  return 0;
}
