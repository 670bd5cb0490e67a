#include "nookc/core/read_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace nookc {
namespace {

constexpr size_t kMostOfAStream = size_t{64} << 20;

Diag unreadable(const std::filesystem::path& path, const std::string& why) {
  return {Exit::kInputOutput, "N4001", path.empty() ? "''" : path.string(), why, {}};
}

Status open_file(const std::filesystem::path& path, std::ifstream& in) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return unreadable(path, "is a folder, need a file");
  in.open(path, std::ios::binary);
  if (!in) return unreadable(path, std::string("can't be opened: ") + std::strerror(errno));
  return Done{};
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path) {
  std::ifstream in;
  if (const Status opened = open_file(path, in); !opened) return opened.diag();
  std::error_code error;
  const bool ends = std::filesystem::is_regular_file(path, error);
  std::vector<std::byte> bytes;
  if (const auto size = std::filesystem::file_size(path, error); ends && !error) bytes.reserve(size);
  char buffer[1 << 16];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    const std::byte* first = reinterpret_cast<const std::byte*>(buffer);
    bytes.insert(bytes.end(), first, first + in.gcount());
    if (!ends && bytes.size() > kMostOfAStream)
      return unreadable(path, "is not a regular file and has more than 64 MiB");
  }
  if (!in.eof()) return unreadable(path, "can't be read");
  return bytes;
}

Result<std::vector<std::byte>> read_part(const std::filesystem::path& path, int64_t offset, int64_t size) {
  std::ifstream in;
  if (const Status opened = open_file(path, in); !opened) return opened.diag();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return unreadable(path, "is not a regular file");
  const int64_t have = static_cast<int64_t>(std::filesystem::file_size(path, error));
  if (error || offset < 0 || size < 0 || offset > have || size > have - offset)
    return unreadable(path, "need " + std::to_string(size) + " bytes at " + std::to_string(offset) +
                                ", it has " + std::to_string(error ? 0 : have));
  std::vector<std::byte> bytes(static_cast<size_t>(size));
  in.seekg(offset);
  in.read(reinterpret_cast<char*>(bytes.data()), size);
  if (in.gcount() != size) return unreadable(path, "can't be read");
  return bytes;
}

}  // namespace nookc
