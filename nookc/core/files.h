#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// A file to be written.
struct File {
  std::string path;     // relative, with '/'
  std::string content;  // bytes, not necessarily text
  bool math = false;    // a program with it is linked with the library of <math.h>
};

using Files = std::vector<File>;

bool distinct_paths(const Files& files);

// Creates the folder and its missing parents. Diag N4002: it can't be created; the message names the
// obstacle.
Status make_folder(const std::filesystem::path& folder);

// Also checks that files can be written into it. For commands that write only after minutes of work.
Status make_writable_folder(const std::filesystem::path& folder);

// Writes files into a folder that belongs to nook, replacing existing ones and creating folders as needed;
// write_output() is for the user's folders. Leaves a file unchanged if it already has the same bytes. Diag
// N4002: a file or folder can't be written.
Status write_files(const std::filesystem::path& directory, const Files& files);

}  // namespace nookc
