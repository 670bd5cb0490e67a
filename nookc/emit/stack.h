#pragma once
#include <cstdint>
#include <optional>

#include "nookc/lower/program.h"

namespace nookc {

// The deepest stack of the generated <name>_run on the program's target, compiled with -O2 and without
// NOOK_CHECKED: the deepest kernel, the frame of the function that calls it and the pointers it gathers. An
// event callback's own stack is not in it. Nothing: one of the kernels was not measured for the target.
std::optional<int32_t> run_stack_bytes(const Program& program);

}  // namespace nookc
