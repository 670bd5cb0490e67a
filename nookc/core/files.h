#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// A file that is not written yet.
struct File {
  std::string path;     // relative, with '/'
  std::string content;  // bytes, not necessarily text
};

using Files = std::vector<File>;

// Writes them below `directory`, making folders as needed. A file that has the same bytes already is left
// alone, so that builds which depend on it need not run again. Diag N4002: a file or folder can't be written.
Status write_files(const std::filesystem::path& directory, const Files& files);

}  // namespace nookc
