// The generated files of a firmware that interprets its model.
#pragma once
#include <string>

#include "nookc/back/package/interpreted.h"
#include "nookc/core/files.h"

namespace nookc {

// The size of the runner's memory.
int64_t runner_memory_bytes(const InterpretedModel& model);

// The model as an array, its resolver, and the runner_model of ports/runner. `section`: section of the
// runner's memory; empty: the compiler's default.
Files interpreter_runner(const InterpretedModel& model, const std::string& section);

// Like interpreter_runner(), with the smallest program that runs the model.
Files interpreter_smallest(const InterpretedModel& model);

}  // namespace nookc
