#pragma once
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Explains why a given workspace pool, an index into scratch_pools, stayed empty. Returns an empty text if
// the pool is in use, is the only one, or there is nothing to place.
std::string why_empty(const Program& program, size_t pool);

}  // namespace nookc
