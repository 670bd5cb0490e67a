// The interpreter's planning problem on a target, as a task for the compiler's solvers: nook plan --engine
// interpreter.
#pragma once
#include "nookc/back/interpreter_export/needs.h"
#include "nookc/middle/plan/formats/offline_plan.h"

namespace nookc {

// Tensors and kernels' scratch with their live ranges, and how far a kernel may overwrite its input. A
// kernel's scratch has tensor -1. Tensors in the application's buffers are omitted. Diag N3017: the
// interpreter refuses the model.
Result<ModelTask> interpreter_task(const nook::Model& model, const std::string& file, const Target& target,
                                   const InterpreterOptions& options);

}  // namespace nookc
