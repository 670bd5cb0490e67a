// --engine: whether a model is compiled or interpreted.
#pragma once
#include <memory>
#include <optional>

#include "nookc/back/run/interpreter_glue.h"
#include "nookc/cli/model_options.h"

namespace nookc {

// --engine, --planner, --keep-scales, --trusted, --weights
void add_engine(Subcommand command, ModelOptions& options);

// Whether an option belongs to the other engine only.
bool is_of_other_engine(const std::string& option, bool interpreter);

// Only --weights, and its value.
void add_weights(Subcommand command, ModelOptions& options);
Weights weights_of(const ModelOptions& options);

// The interpreter for a compiled model if --engine requests it; otherwise nothing. `compiled` must outlive
// it. Diag N2021: an option that only compiled code has; N3017: the interpreter refuses the model.
Result<std::optional<InterpretedModel>> interpreted_model(const CompiledModel& compiled,
                                                          const ModelOptions& options);

}  // namespace nookc
