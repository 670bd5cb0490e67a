#pragma once
#include <cstdint>
#include <map>
#include <string_view>

namespace nookc {

// The functions of a kernel and everything that it calls, with their bytes on a Cortex-M4, as measured by
// tools/kernel_code.py for code.inc. Kernels share functions. Empty if the kernel was not measured.
const std::map<std::string_view, int32_t>& kernel_code(std::string_view symbol);

}  // namespace nookc
