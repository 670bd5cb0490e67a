#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/lowered_nodes.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Turns the final graph into kernel calls: the Params, kernel, scratch and packed weights of every node, the
// remaining constants, and every location except the scratch offsets, which place() assigns. The size of
// every buffer is final from here on. `rows`: per node of the lowered graph; nodes beyond its end use kAll.
// `kernels`: likewise; if it is not empty, each node gets its kernel, or its first one if that is null,
// whatever its code and its copies of weights take. `nodes` keeps what other programs of the same graph and
// options need again.
Result<Program> lower(Graph graph, const CompileOptions& options, const std::vector<KernelRows>& rows,
                      const KernelPerNode& kernels, LoweredNodes& nodes);

}  // namespace nookc
