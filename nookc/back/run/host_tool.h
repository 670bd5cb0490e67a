#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Builds a C program for this machine from sources in tools/ with these flags, at first use. `ending`: suffix
// of the output file, ".so" or "". `last`: arguments after the sources, for libraries. Diag N4005, N4006.
Result<std::filesystem::path> host_tool(const std::vector<std::string>& sources,
                                        const std::vector<std::string>& flags, const std::string& ending,
                                        const std::vector<std::string>& last = {});

}  // namespace nookc
