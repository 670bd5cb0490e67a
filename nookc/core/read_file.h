#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Reads a file; from a pipe or device, which may never end, at most 64 MiB. Diag N4001: the file does not
// exist, is not a file, or can't be read.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

// Reads a range of a file. Diag as above; N4001 also if the file is shorter.
Result<std::vector<std::byte>> read_part(const std::filesystem::path& path, int64_t offset, int64_t size);

}  // namespace nookc
