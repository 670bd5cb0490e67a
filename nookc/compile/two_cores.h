// A run that two cores share.
#pragma once
#include <functional>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Whether the options and the model allow it. Diag N2105.
Status check_cores(const Graph& graph, const CompileOptions& options);

// Compiles a graph with these options, after the passes as far as a function has divided its operators.
using Halves = std::function<Status(Graph& graph)>;
using Shared = std::function<Result<Program>(const CompileOptions& options, const Halves& halves)>;

// The program of two cores. At -O time all operators that can be divided are. At other levels it takes at
// most a quarter more RAM than the program of one core: operators that run row by row there do so on the
// first core, and operators whose halves take too much stay whole, unless all fit. Diag N2105: none can be
// divided.
Result<Program> compile_for_two(const CompileOptions& options, const Shared& shared);

}  // namespace nookc
