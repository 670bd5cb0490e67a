// Plans stored in a .tflite file, in TensorFlow Lite Micro's metadata format. Readers that do not know the
// format skip it.
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

// The planning problem of a model's first subgraph when it runs unchanged. Each tensor that is computed or
// given has one buffer, aligned to 16, that lives from the operator that writes it (step: its number + 1;
// inputs: 0) to the last that reads it; outputs live until the step after the last operator. `tensors[i]` is
// buffer i's tensor. The task omits the scratch that kernels request, which is not in the file. Diag N3015: a
// tensor's size is unknown.
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

// A copy of a model that Model::open() has accepted, with these offsets instead of any that it had. The rest
// of the file is unchanged and follows a new head. Diag N3016: the model has parts outside of its flatbuffer.
Result<std::string> embed_offline_plan(std::span<const std::byte> model, const std::string& file,
                                       const std::vector<int32_t>& offsets, int32_t subgraphs);

// Like embed_offline_plan(), for metadata of any name.
Result<std::string> embed_metadata(std::span<const std::byte> model, const std::string& file,
                                   std::string_view name, const std::vector<int32_t>& words);

}  // namespace nookc
