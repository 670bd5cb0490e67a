#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// From the final graph to kernel calls: Params, kernel, scratch and packed weights of every node, the
// constants that are left, the location of everything but the scratch offsets (place() gives those). From
// here on every buffer's size is final. `rows`: per node of the lowered graph; those beyond its end are kAll.
Result<Program> lower(Graph graph, const CompileOptions& options, const std::vector<KernelRows>& rows);

}  // namespace nookc
