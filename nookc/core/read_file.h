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

// A range of a file, and the size of the whole file.
struct FilePart {
  std::vector<std::byte> bytes;
  int64_t file_bytes = 0;
};

// Reads a range of a file that a model or another file names. It must be a regular file below `folder`;
// symbolic links are not followed in any part of `name`, because they may lead to any file of the machine.
// Diag N4001: the file is not regular, is too short, or can't be read.
Result<FilePart> read_part_below(const std::filesystem::path& folder, const std::filesystem::path& name,
                                 int64_t offset, int64_t size);

}  // namespace nookc
