#include "nookc/core/files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

namespace nookc {
namespace {

bool has_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) != bytes.size() || error) return false;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream have;
  have << in.rdbuf();
  return in && have.str() == bytes;
}

Diag unwritable(const std::filesystem::path& path, const std::string& why) {
  return {Exit::kInputOutput, "N4002", path.string(), why,
          "check that the folder exists and that you may write to it"};
}

// Returns the file that blocks a folder: the path itself or a parent that is not a folder; otherwise empty.
std::filesystem::path file_in_the_way(std::filesystem::path folder) {
  std::error_code error;
  while (folder.has_relative_path() && !std::filesystem::exists(folder, error)) folder = folder.parent_path();
  return std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error)
             ? folder
             : std::filesystem::path();
}

}  // namespace

bool distinct_paths(const Files& files) {
  std::set<std::string> paths;
  return std::ranges::all_of(files, [&](const File& file) { return paths.insert(file.path).second; });
}

Status make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return Done{};
  if (const std::filesystem::path file = file_in_the_way(folder); !file.empty())
    return Diag{Exit::kInputOutput, "N4002", file.string(), "is a file, need a folder",
                "name another place, or move the file away"};
  return unwritable(folder, "the folder can't be created: " + error.message());
}

Status make_writable_folder(const std::filesystem::path& folder) {
  if (const Status made = make_folder(folder); !made) return made.diag();
  if (access(folder.c_str(), W_OK | X_OK) == 0) return Done{};
  return unwritable(folder, std::string("files can't be written into it: ") + std::strerror(errno));
}

Status write_files(const std::filesystem::path& directory, const Files& files) {
  for (const File& file : files) {
    const std::filesystem::path path = directory / file.path;
    if (path.has_parent_path())
      if (const Status made = make_folder(path.parent_path()); !made) return made.diag();
    if (has_bytes(path, file.content)) continue;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(file.content.data(), static_cast<std::streamsize>(file.content.size()));
    out.close();
    if (!out) return unwritable(path, std::string("the file can't be written: ") + std::strerror(errno));
  }
  return Done{};
}

}  // namespace nookc
