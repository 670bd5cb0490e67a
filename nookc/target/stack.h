#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace nookc {

// The deepest stack of a kernel and all that it calls on a target, in bytes, as tools/stack.py worked it out
// for stack.inc. Nothing: that kernel was not measured for that target.
std::optional<int32_t> kernel_stack_bytes(std::string_view symbol, std::string_view target);

}  // namespace nookc
