#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// All bytes of a file; of a pipe or device, which may have no end, at most 256 MiB. Diag N4001: it is not
// there, no file, or can't be read.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

// These of a file's bytes. Diag as above; N4001 also where it has fewer.
Result<std::vector<std::byte>> read_part(const std::filesystem::path& path, int64_t offset, int64_t size);

}  // namespace nookc
