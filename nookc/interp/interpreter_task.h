// What the interpreter plans on a target, as a task for the compiler's solvers: nook plan --engine
// interpreter.
#pragma once
#include "nookc/interp/needs.h"
#include "nookc/plan/formats/offline_plan.h"

namespace nookc {

// Tensors and the scratch of kernels with their lives, and how far a kernel may write over its input. Of a
// buffer that is the scratch of a kernel the tensor is -1; tensors in buffers of the application are left
// out. Diag N3017: the interpreter refuses the model.
Result<ModelTask> interpreter_task(const nook::Model& model, const std::string& file, const Target& target,
                                   const InterpreterOptions& options);

}  // namespace nookc
