#include "nookc/core/read_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace nookc {

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path) {
  const auto unreadable = [&](const std::string& why) {
    return Diag{Exit::kInputOutput, "N4001", path.string(), why, {}};
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return unreadable("is a folder, need a file");
  std::ifstream in(path, std::ios::binary);
  if (!in) return unreadable(std::string("can't be opened: ") + std::strerror(errno));
  std::vector<std::byte> bytes;
  char buffer[1 << 16];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    const std::byte* first = reinterpret_cast<const std::byte*>(buffer);
    bytes.insert(bytes.end(), first, first + in.gcount());
  }
  if (!in.eof()) return unreadable("can't be read");
  return bytes;
}

}  // namespace nookc
