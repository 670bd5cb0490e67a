// Plans inside a .tflite: metadata of TensorFlow Lite Micro's format, which any reader that does not know it
// passes over.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nook/model/model.h"
#include "nookc/core/diag.h"
#include "nookc/plan/solving/task.h"

namespace nookc {

// What a model's first subgraph asks of a planner when it is run as it is: one buffer for each tensor that is
// computed or given, aligned to 16, from the operator that writes it (step: its number + 1; inputs: 0) to the
// last that reads it; outputs to the step after the last operator. `tensors[i]` is buffer i's tensor. Scratch
// that kernels ask for is not in the file and not in the task. Diag N3015: a tensor has no size yet.
struct ModelTask {
  Task task;
  std::vector<int32_t> tensors;
  std::vector<int32_t> tensor_counts;  // per subgraph of the model
  // Per buffer that a planner of the device is asked to place, in its order: the task's buffer, -1 of one
  // without bytes, as inputs and outputs of the application are. Empty: each buffer of the task.
  std::vector<int32_t> slots = {};
};
Result<ModelTask> model_task(const nook::Model& model, const std::string& file);

// One offset per tensor of all subgraphs in order, nook::kAnywhere for those that are to be placed at run
// time; empty when the model has no plan. Diag N2017: the metadata is malformed.
Result<std::vector<int32_t>> read_offline_plan(const nook::Model& model, const std::string& file);

// A copy of a model, which Model::open() has accepted, with these offsets in it, in place of those that it
// may have had. Everything that was in the file stays as it was, behind a new head. Diag N3016: the model has
// parts outside of its flatbuffer.
Result<std::string> embed_offline_plan(std::span<const std::byte> model, const std::string& file,
                                       const std::vector<int32_t>& offsets, int32_t subgraphs);

// The same for metadata of any name.
Result<std::string> embed_metadata(std::span<const std::byte> model, const std::string& file,
                                   std::string_view name, const std::vector<int32_t>& words);

}  // namespace nookc
