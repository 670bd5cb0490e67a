// Plans as C headers: a BufferPlan, which gives offsets by position.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/middle/plan/solving/solve.h"

namespace nookc {

// A buffer of the plan, with a description for people.
struct PlanEntry {
  int32_t offset;
  std::string what;
};
// `slots`: per entry the task's buffer, -1 for one without bytes. Empty: each buffer of the task.
std::vector<PlanEntry> plan_entries(const Task& task, const Solution& plan,
                                    const std::vector<int32_t>& slots);

// What a plan is of: any problem; the tensors of a model, as the shim of TensorFlow Lite Micro gets them;
// what nook's interpreter places, without and with kernels that write over their inputs.
enum class PlanOf { kProblem, kModel, kInterpreter, kOverlaps };
// Of a task of the interpreter, whether buffers that are needed at once share bytes.
bool overlaps(const Task& task, const Solution& plan);

// The struct of the shim's document, which compiles as C99 and C++ with nook/buffer_plan.h. After TensorFlow
// Lite Micro's memory_plan_struct.h, whose BufferPlan has room for one entry, `name` is a reference to such.
std::string plan_header(const std::vector<PlanEntry>& entries, int64_t height, const std::string& name,
                        PlanOf what = PlanOf::kProblem);

// The offsets of a header by plan_header(), now or in an array as once, or of a hand-written initializer with
// designators; of `need`
// buffers, if that is known. nook::kAnywhere: no offset is given. Diag N2017: the file is no BufferPlan, or
// has another number of buffers.
bool is_plan_header(const std::string& text);
Result<std::vector<int64_t>> read_plan_header(const std::string& text, const std::string& file,
                                              std::optional<size_t> need);

}  // namespace nookc
