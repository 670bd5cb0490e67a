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

// Makes the folder and those above it where they are missing. Diag N4002: it can't be, with what is in the
// way.
Status make_folder(const std::filesystem::path& folder);

// The same, and files can be written into it: for what is written only after minutes.
Status make_writable_folder(const std::filesystem::path& folder);

// Writes them below a folder of nook's own, making folders as needed, over whatever is there; write_output()
// is for folders of the user. A file that has the same bytes already is left alone. Diag N4002: a file or
// folder can't be written.
Status write_files(const std::filesystem::path& directory, const Files& files);

}  // namespace nookc
