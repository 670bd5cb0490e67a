// --engine: whether a model is compiled or interpreted.
#pragma once
#include <memory>
#include <optional>

#include "nookc/cli/model_options.h"
#include "nookc/run/interpreter_glue.h"

namespace nookc {

// --engine, --planner, --keep-scales, --trusted, --weights
void add_engine(Subcommand command, ModelOptions& options);

// Whether an option is one that code of the other engine has alone.
bool is_of_other_engine(const std::string& option, bool interpreter);

// --weights alone, and what it says.
void add_weights(Subcommand command, ModelOptions& options);
Weights weights_of(const ModelOptions& options);

// What the interpreter makes of a compiled model where --engine says so; nothing otherwise. `compiled` must
// outlive it. Diag N2021: an option that only compiling has; N3017: the interpreter refuses the model.
Result<std::optional<InterpretedModel>> interpreted_model(const CompiledModel& compiled,
                                                          const ModelOptions& options);

}  // namespace nookc
