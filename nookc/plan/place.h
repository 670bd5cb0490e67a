#pragma once
#include "nookc/compile.h"

namespace nookc {

// Plans the scratch of a lowered program: fills Program::buffers, the offsets of locations and calls, the
// height and the lower bound. Every plan is checked by nook::verify before it is believed. Diag N1001: more
// than options.scratch_limit; says the step and the buffers alive at it.
Status place(Program& program, const CompileOptions& options);

}  // namespace nookc
