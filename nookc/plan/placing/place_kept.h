#pragma once
#include "nookc/lower/program.h"
#include "nookc/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Gives all that the program keeps its place in persistent memory, and the locations that name it, and takes
// that memory from the pools: one after the other, since it always lives. `Program::scratch_pools` are there,
// and still without scratch. Diag N1001: there is no pool with room for it; N2018: none of that name.
Status place_kept(Program& program, const Storage& storage, const CompileOptions& options);

}  // namespace nookc
