// A model to be interpreted, and the C text that all programs with it share.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/back/interpreter_export/needs.h"
#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// `program` is the model compiled without passes: it provides the names and types of its interface, and its
// operators.
struct InterpretedModel {
  const Program& program;
  std::span<const std::byte> bytes;
  std::string name;  // prefix of symbols
  InterpreterOptions options;
  InterpreterNeeds needs;
};

// The model as <name>_model, its resolver, and the plan.h if the program contains one. `section`: section of
// the constant arrays; empty: the compiler's default.
Files interpreted_parts(const InterpretedModel& model, const std::string& section);

// The initializer of a nook_interpreter_options.
std::string options_text(const InterpretedModel& model);

// For a plan.h: `declared_plan` is the planner that returns it, `filled_plan` the expression that fills it in
// before its first use.
std::string declared_plan(const InterpretedModel& model);
std::string filled_plan(const InterpretedModel& model);

// `declared_constants`: the memory for packed weights, or the array of packed weights; `given_constants`: the
// initializer of a nook_const_buffer.
std::string declared_constants(const InterpretedModel& model, const std::string& section);
std::string given_constants(const InterpretedModel& model);

// All files of a folder that interprets the model, except the build system's: <name>.h and <name>.c with its
// memory, the parts above, and the runtime with the operators that the model uses. Diags as emit_c().
Result<Files> interpreted_files(const InterpretedModel& model, const EmitOptions& options);

}  // namespace nookc
