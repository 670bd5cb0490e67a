#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The deepest stack of the generated <name>_run on the program's target, compiled with -O2 and without
// NOOK_CHECKED: the deepest kernel, the frame of its caller and the pointers gathered there. Excludes the
// stack of an event callback. Returns nothing if a kernel was not measured for the target.
std::optional<int32_t> run_stack_bytes(const Program& program);
// The stack on another target with the same kernels, given by its name.
std::optional<int32_t> run_stack_bytes(const Program& program, std::string_view target);

// Why there is no figure, for messages; empty if there is one.
std::string why_no_stack(const Program& program);

}  // namespace nookc
