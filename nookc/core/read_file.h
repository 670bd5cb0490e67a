#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Reads a file; from a pipe or device, which may never end, at most 64 MiB. Diag N4001: the file does not
// exist, is not a file, or can't be read.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

// Whether there is a folder with this name.
bool is_folder(const std::filesystem::path& path);

// The files and folders in a folder, in any order. Diag N4001: it can't be read.
Result<std::vector<std::filesystem::path>> list_folder(const std::filesystem::path& folder);

// The size of a file before it is read; nothing: unknown. Files of the system may have fewer bytes.
std::optional<int64_t> stated_size(const std::filesystem::path& file);

// Whether the file is one that can be read twice, which a pipe is not. True without a file: reading reports
// that.
bool reads_again(const std::filesystem::path& file);

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
