#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// All bytes of a file. Diag N4001: it is not there, no file, or can't be read.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

}  // namespace nookc
