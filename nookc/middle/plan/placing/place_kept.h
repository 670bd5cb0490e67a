#pragma once
#include <vector>

#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Places all state of the program in persistent memory, and fills the locations that refer to it. State is
// contiguous, since it is always live; memory that other networks of the program share or keep has
// a place, too. Returns the bytes of each pool that the scratch can't use. `Program::scratch_pools` must
// exist, still without scratch. Diag N1001: no pool has room for it; N2018: there is no pool of that name.
Result<std::vector<int64_t>> place_kept(Program& program, const Storage& storage,
                                        const CompileOptions& options);

}  // namespace nookc
