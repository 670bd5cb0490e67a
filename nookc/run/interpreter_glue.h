// The generated files of a firmware that interprets its model.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/core/files.h"
#include "nookc/interp/needs.h"
#include "nookc/lower/program.h"

namespace nookc {

// A model to be interpreted. `program` is the same model, compiled without passes: for the names and types of
// its interface, and for its operators.
struct InterpretedModel {
  const Program& program;
  std::span<const std::byte> bytes;
  std::string name;  // prefix of symbols
  InterpreterOptions options;
  InterpreterNeeds needs;
};

// Bytes of the runner's memory.
int64_t runner_memory_bytes(const InterpretedModel& model);

// The model as an array, its resolver, and the runner_model of ports/runner. `section`: of the runner's
// memory; empty: as the compiler likes.
Files interpreter_runner(const InterpretedModel& model, const std::string& section);

// The same with the smallest program that runs it.
Files interpreter_smallest(const InterpretedModel& model);

}  // namespace nookc
