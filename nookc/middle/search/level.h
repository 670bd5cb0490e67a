#pragma once
#include "nookc/middle/search/evaluate.h"

namespace nookc {

// Lowers a final graph with the kernels that options.level requests, and plans its memory. If a kernel's
// scratch would make a balanced plan larger than a plan without it, the node gets its best kernel without
// scratch, unless the time is worth the bytes (price.h) or that kernel takes too long (worth_code.h). The
// room of windows that are kept in persistent memory may be used. Views (Node::parts), or only those that
// are parts of larger tensors, become copies if that gives a smaller plan. Diags as lower() and place().
// `work`: receives the work of the search, unless null.
Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options,
                                SearchWork* work = nullptr);

}  // namespace nookc
