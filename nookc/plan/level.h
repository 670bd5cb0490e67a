#pragma once
#include "nookc/compile.h"

namespace nookc {

// Lowers a final graph with the kernels that options.level asks for, and plans its memory. Where a kernel's
// scratch would make a balanced plan larger than one without, the node gets its best kernel without scratch.
// Diags as lower() and place().
Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options);

}  // namespace nookc
