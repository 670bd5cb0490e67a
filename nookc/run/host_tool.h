#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// A C program of these sources in tools/ for this machine, compiled with these flags when it is needed first;
// `ending` of the file that is made: ".so", "". `last` stands behind the sources: libraries. Diag N4005,
// N4006.
Result<std::filesystem::path> host_tool(const std::vector<std::string>& sources,
                                        const std::vector<std::string>& flags, const std::string& ending,
                                        const std::vector<std::string>& last = {});

}  // namespace nookc
