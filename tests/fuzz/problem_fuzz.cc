// For any planning problem in JSON or CSV: it is solved or refused with a code, and the plan that is written
// for it can be read back and is valid.
#include <cstddef>
#include <cstdint>
#include <set>

#include "nookc/middle/plan/formats/plan_file.h"
#include "nookc/middle/plan/formats/problem_file.h"

namespace {

constexpr size_t kMostBuffers = 24;  // to save time

void need(bool holds) {
  if (!holds) __builtin_trap();
}

// Names that are written unchanged and are distinct.
bool has_plain_names(const nookc::Task& task) {
  std::set<std::string> names;
  for (const nookc::TaskBuffer& b : task.buffers) {
    for (const char c : b.name)
      if (static_cast<unsigned char>(c) >= 0x80) return false;
    if (b.name.empty() || !names.insert(b.name).second) return false;
  }
  return true;
}

void read_again(const nookc::Task& task, const std::string& text) {
  nookc::Task again = task;
  for (nookc::TaskBuffer& b : again.buffers) b.buffer.pinned = nook::kAnywhere, b.pool.clear();
  bool complete = false;
  const nookc::Status read = nookc::pin_to_plan(text, "plan", &again, &complete);
  need(static_cast<bool>(read) && complete);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto task = nookc::parse_problem({reinterpret_cast<const std::byte*>(data), size}, "fuzz");
  if (!task) {
    need(!task.diag().code.empty() && !task.diag().what.empty());
    return 0;
  }
  if (task->buffers.size() > kMostBuffers) return 0;
  nookc::Effort effort;
  effort.work = 20000;
  const auto plan = nookc::solve_task(*task, size % 2 ? "exact" : "greedy_by_size", effort);
  if (!plan) {
    need(!plan.diag().code.empty() && plan.diag().code != "N1002");
    return 0;
  }
  need(static_cast<bool>(nookc::check_plan(*task, plan->solution)));
  const std::string json =
      nookc::plan_json(*task, *plan).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  (void)nookc::plan_text(*task, *plan);
  if (has_plain_names(*task) && !task->buffers.empty()) read_again(*task, json);
  return 0;
}
