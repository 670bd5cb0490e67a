#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Places all state of the program in persistent memory, fills the locations that refer to it, and subtracts
// that memory from the pools. State is contiguous, since it is always live. `Program::scratch_pools` must
// exist, still without scratch. Diag N1001: no pool has room for it; N2018: there is no pool of that name.
Status place_kept(Program& program, const Storage& storage, const CompileOptions& options);

}  // namespace nookc
