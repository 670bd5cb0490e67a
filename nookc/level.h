#pragma once
#include "nookc/compile.h"

namespace nookc {

// Lowers a final graph with the kernels that options.level asks for, and plans its memory. Where a kernel's
// scratch would make a balanced plan larger than one without, the node gets its best kernel without scratch.
// Views (Node::parts) whose wholes do not fit in as well as copies do are copies.
// Diags as lower() and place().
Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options);

}  // namespace nookc
