#pragma once
#include <string>

#include "nookc/lower/program.h"

namespace nookc {

// Why nothing was planned into a workspace pool that was given, by its index in scratch_pools; empty where
// something is in it, where it is the only one or where there is nothing to place.
std::string why_empty(const Program& program, size_t pool);

}  // namespace nookc
