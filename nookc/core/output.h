// Writes files to the user's folders: none of the user's own files is overwritten, and no file is ever
// truncated.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/files.h"

namespace nookc {

struct Output {
  bool force = false;                         // also overwrite files that nook did not write
  std::vector<std::filesystem::path> inputs;  // files that the command reads: never overwritten
};

// Writes files below `folder` and creates folders as needed: either all files or, on failure, none. Replaces
// a file only if nook wrote it and it has not changed since (see Manifest), or if it is empty. A file that
// already has the same bytes stays untouched, so that builds that depend on it need not run again. After a
// killed process each file is old or new, and the next run repairs the folder. Diags N4011: nook did not
// write a file, or it has changed since; N4012: a file is an input of the command; N4002: a file or folder
// can't be written.
Status write_output(const std::filesystem::path& folder, const Files& files, const Output& output);

// Writes one file, which may also be a device or a pipe.
Status write_output(const std::filesystem::path& file, const std::string& content, const Output& output);

}  // namespace nookc
