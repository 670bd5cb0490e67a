#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/plan/solving/known_plans.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Plans the scratch of a lowered program and the pools of its constants, and writes the result into it and
// into the placements of its graph. Diags as solve_task(); N1001 names the operator at the peak; N2018: a pin
// of a tensor that has no bytes to place. `known`: as for solve_task().
Status place(Program& program, const CompileOptions& options, KnownPlans* known = nullptr);

}  // namespace nookc
