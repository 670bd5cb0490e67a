// How files reach folders of the user: nothing of the user's is overwritten, and no file is ever cut.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/files.h"

namespace nookc {

struct Output {
  bool force = false;                         // overwrite what nook did not write, too
  std::vector<std::filesystem::path> inputs;  // what the command reads: never overwritten
};

// Writes files below `folder`, making folders as needed: all of them or, where it fails, none. What is
// replaced was written by nook and is as nook wrote it (see Manifest), has the same bytes, or is empty; a
// file that has the same bytes already is left alone, so that builds which depend on it need not run again.
// A killed process leaves every file old or new, and the next run puts all right.
// Diags N4011: a file is there that nook did not write, or that was changed since; N4012: a file is an input
// of the command; N4002: a file or folder can't be written.
Status write_output(const std::filesystem::path& folder, const Files& files, const Output& output);

// One file, which may be a device or a pipe too.
Status write_output(const std::filesystem::path& file, const std::string& content, const Output& output);

}  // namespace nookc
