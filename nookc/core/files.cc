#include "nookc/core/files.h"

#include <fstream>
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
          "is there such a folder, and may you write to it?"};
}

}  // namespace

Status write_files(const std::filesystem::path& directory, const Files& files) {
  for (const File& file : files) {
    const std::filesystem::path path = directory / file.path;
    std::error_code error;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
    if (error) return unwritable(path.parent_path(), "the folder can't be made: " + error.message());
    if (has_bytes(path, file.content)) continue;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(file.content.data(), static_cast<std::streamsize>(file.content.size()));
    out.close();
    if (!out) return unwritable(path, "the file can't be written");
  }
  return Done{};
}

}  // namespace nookc
