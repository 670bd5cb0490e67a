// Plans as C headers: a BufferPlan, which gives offsets by position.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/middle/plan/solving/solve.h"

namespace nookc {

// A buffer of the plan, with a description for readers.
struct PlanEntry {
  int32_t offset;
  std::string what;
};
// `slots`: per entry the task's buffer, or -1 for one without bytes. Empty: one entry per buffer of the task.
std::vector<PlanEntry> plan_entries(const Task& task, const Solution& plan,
                                    const std::vector<int32_t>& slots);

// The subject of a plan: any problem; the tensors of a model as the shim of TensorFlow Lite Micro gets them;
// the buffers that nook's interpreter places, without and with kernels that overwrite their inputs.
enum class PlanOf { kProblem, kModel, kInterpreter, kOverlaps };
// Whether buffers of an interpreter task that are live at the same time share bytes.
bool overlaps(const Task& task, const Solution& plan);

// Writes the struct of the shim's document, which compiles as C99 and C++ with nook/buffer_plan.h. Like
// TensorFlow Lite Micro's memory_plan_struct.h, whose BufferPlan has room for one entry, `name` is a
// reference to such a struct.
std::string plan_header(const std::vector<PlanEntry>& entries, int64_t height, const std::string& name,
                        PlanOf what = PlanOf::kProblem);

// Reads the offsets of a header: one by plan_header(), in its current or its former array form, or a
// hand-written initializer with designators. `need` is the number of buffers, if it is known.
// nook::kAnywhere: no offset is given. Diag N2017: the file is not a BufferPlan, or has another number of
// buffers.
bool is_plan_header(const std::string& text);
Result<std::vector<int64_t>> read_plan_header(const std::string& text, const std::string& file,
                                              std::optional<size_t> need);

}  // namespace nookc
