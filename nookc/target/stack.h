#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace nookc {

// The deepest stack of a kernel and everything it calls on a target, in bytes, measured by tools/stack.py for
// stack.inc. Returns nothing if the kernel was not measured for that target.
std::optional<int32_t> kernel_stack_bytes(std::string_view symbol, std::string_view target);

// Whether kernels were measured for the target: tools/stack.py has its compiler.
bool measures_stack(std::string_view target);

}  // namespace nookc
