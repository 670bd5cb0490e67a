// A model to be interpreted, and the C text that every program with it shares.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/back/interpreter_export/needs.h"
#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// `program` is the same model, compiled without passes: for the names and types of its interface, and for its
// operators.
struct InterpretedModel {
  const Program& program;
  std::span<const std::byte> bytes;
  std::string name;  // prefix of symbols
  InterpreterOptions options;
  InterpreterNeeds needs;
};

// The model as <name>_model, its resolver, and a plan.h where one is in the program. `section`: of the arrays
// of constants; empty: as the compiler likes.
Files interpreted_parts(const InterpretedModel& model, const std::string& section);

// The initializer of a nook_interpreter_options.
std::string options_text(const InterpretedModel& model);

// Of a plan.h: the planner that says it, and the expression that fills it in before its first use.
std::string declared_plan(const InterpretedModel& model);
std::string filled_plan(const InterpretedModel& model);

// The memory for packed weights, or the array that has them, and the initializer of a nook_const_buffer.
std::string declared_constants(const InterpretedModel& model, const std::string& section);
std::string given_constants(const InterpretedModel& model);

// Every file of a folder that interprets the model, but for those of a build system: <name>.h and <name>.c
// with its memory, the parts above, and the runtime with the operators that the model has. Diags as emit_c().
Result<Files> interpreted_files(const InterpretedModel& model, const EmitOptions& options);

}  // namespace nookc
