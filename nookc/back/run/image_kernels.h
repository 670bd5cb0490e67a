// Images whose kernels are in the firmware: their list, and the code that calls them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/back/emit/model_image.h"

namespace nookc {

// A digest of the source that defines a kernel and of all that it includes. Nothing: no source defines it.
std::optional<std::array<uint32_t, 2>> kernel_digest(const std::string& symbol);

// The kernels among the symbols that nm lists as undefined, sorted by name.
std::vector<KernelNeed> kernel_needs(const std::string& undefined);

// The register with the address of the firmware's table while an image runs, which its code leaves alone.
const char* kernel_register(bool riscv);

// Assembly: a function for each kernel that calls it through the table, and for each function of the image
// one that loads the register; their names end with _bound. Without a table these return NOOK_NULL.
std::string kernel_stubs(const std::vector<KernelNeed>& needs, bool riscv, bool streams);

// The C source of the firmware's table.
std::string kernel_table(const std::vector<KernelNeed>& needs, const std::string& version);

}  // namespace nookc
