// Programs whose weights are in storage: refusals, and layers that are divided until each part fits.
#pragma once
#include <functional>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Diag N2104: an option or a model that can't be combined with weights in storage, because its calls do not
// run in one order, or may not run to the end.
Status check_storage(const Graph& graph, const CompileOptions& options);

// The program of `whole`, with layers divided so that the weights of a call take at most half of the staging
// where that is possible: the others are read while a call runs. Diags of `whole`; N1007: the weights of a
// layer are larger than the staging; N2104: there is nothing to store.
Result<Program> compile_staged(const CompileOptions& options,
                               const std::function<Result<Program>(const CompileOptions&)>& whole);

}  // namespace nookc
