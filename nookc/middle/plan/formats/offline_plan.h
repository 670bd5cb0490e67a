// Plans inside a .tflite, in TensorFlow Lite Micro's metadata format. Readers that do not know it skip it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nook/model/model.h"
#include "nookc/core/diag.h"
#include "nookc/middle/plan/solving/task.h"

namespace nookc {

// The planning problem of a model's first subgraph when it runs unchanged: one buffer, aligned to 16, for
// each tensor that is computed or given, from the operator that writes it (step: its number + 1; inputs: 0)
// to the last that reads it; outputs to the step after the last operator. `tensors[i]` is buffer i's tensor.
// The scratch that kernels request is not in the file and so not in the task. Diag N3015: a tensor has no
// size yet.
struct ModelTask {
  Task task;
  std::vector<int32_t> tensors;
  std::vector<int32_t> tensor_counts;  // per subgraph of the model
  // Maps the buffers that a device's planner places, in its order, to the task's buffers; -1 for a buffer
  // without bytes, such as inputs and outputs of the application. Empty: the identity.
  std::vector<int32_t> slots = {};
};
Result<ModelTask> model_task(const nook::Model& model, const std::string& file);

// One offset per tensor of all subgraphs in order, nook::kAnywhere for tensors to be placed at run time;
// empty if the model has no plan. Diag N2017: the metadata is malformed.
Result<std::vector<int32_t>> read_offline_plan(const nook::Model& model, const std::string& file);

// A copy of a model, which Model::open() has accepted, with these offsets instead of any that it had. The
// rest of the file stays as it was, behind a new head. Diag N3016: the model has parts outside of its
// flatbuffer.
Result<std::string> embed_offline_plan(std::span<const std::byte> model, const std::string& file,
                                       const std::vector<int32_t>& offsets, int32_t subgraphs);

// The same for metadata of any name.
Result<std::string> embed_metadata(std::span<const std::byte> model, const std::string& file,
                                   std::string_view name, const std::vector<int32_t>& words);

}  // namespace nookc
