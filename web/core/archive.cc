// Writes archives whose files are stored: this build has neither libarchive nor a compressor.
#include "nookc/back/package/archive.h"

#include <algorithm>
#include <cstdint>

#include "nookc/back/interface/image.h"

namespace nookc {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50, kDirectoryHeader = 0x02014b50, kDirectoryEnd = 0x06054b50;
constexpr uint32_t kVersion = 20, kUtf8Names = 0x0800, kFirstOf1980 = 0x21;

void append(std::string& to, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

// The fields that a file's header shares with its entry in the directory: the version to the length of the
// name.
std::string common_fields(const File& file) {
  std::string fields;
  append(fields, kVersion, 2), append(fields, kUtf8Names, 2), append(fields, 0, 2);
  append(fields, 0, 2), append(fields, kFirstOf1980, 2), append(fields, crc32_of(file.content), 4);
  for (int i = 0; i < 2; ++i) append(fields, static_cast<uint32_t>(file.content.size()), 4);
  append(fields, static_cast<uint32_t>(file.path.size()), 2), append(fields, 0, 2);
  return fields;
}

}  // namespace

Result<std::string> zip(Files files) {
  std::ranges::sort(files, {}, &File::path);
  std::string bytes, directory;
  for (const File& file : files) {
    const std::string fields = common_fields(file);
    append(directory, kDirectoryHeader, 4), append(directory, kVersion, 2);
    directory += fields;
    append(directory, 0, 2), append(directory, 0, 2), append(directory, 0, 2), append(directory, 0, 4);
    append(directory, static_cast<uint32_t>(bytes.size()), 4);
    directory += file.path;
    append(bytes, kLocalHeader, 4);
    bytes += fields + file.path + file.content;
  }
  const auto start = static_cast<uint32_t>(bytes.size()), count = static_cast<uint32_t>(files.size());
  bytes += directory;
  append(bytes, kDirectoryEnd, 4), append(bytes, 0, 4);
  for (int i = 0; i < 2; ++i) append(bytes, count, 2);
  append(bytes, static_cast<uint32_t>(directory.size()), 4), append(bytes, start, 4), append(bytes, 0, 2);
  return bytes;
}

}  // namespace nookc
