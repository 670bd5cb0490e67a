#pragma once
#include "nookc/cli/engine.h"

namespace nookc {

// Prints the results of nook_requirements() on the target, as a table or as JSON.
void print_needs(const Cli& cli, const ModelOptions& options, const InterpretedModel& model);

}  // namespace nookc
