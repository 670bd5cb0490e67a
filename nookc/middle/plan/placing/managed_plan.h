#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/managed_layout.h"
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// Plans the tensors of a lowered program as blocks of the compacting arena: one pool, headers included, no
// two live blocks overlap. N2022: an input or output in scratch, which managed models do not support.
Result<ManagedLayout> plan_managed(const Program& program, const std::string& solver, const Effort& effort);

}  // namespace nookc
