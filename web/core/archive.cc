// Writes archives as libarchive does, with files that are stored: this build has no compressor.
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

constexpr size_t kTarBlock = 512, kTarRecord = 20 * kTarBlock, kTarName = 100, kTarPrefix = 155;

// The place of the slash between prefix and name in a path that a tar's name can't hold; npos: there is none.
size_t tar_split(const std::string& path) {
  const size_t from = path.size() - kTarName - 1;
  const size_t at = path.find('/', from == 0 ? 1 : from);
  return at == std::string::npos || at + 1 == path.size() || at > kTarPrefix ? std::string::npos : at;
}

// A number with these octal digits, as a field of a header.
std::string octal(size_t value, int digits, const char* end) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += static_cast<char>('0' + ((value >> (3 * i)) & 7));
  return text + end;
}

std::string padded(std::string text, size_t bytes) {
  text.resize(bytes, '\0');
  return text;
}

// The header of a file in the format ustar, for times and owners that are 0.
std::string tar_header(const std::string& prefix, const std::string& name, size_t bytes) {
  const std::string none = octal(0, 6, " ") + '\0';
  std::string header = padded(name, kTarName) + octal(0644, 6, " ") + '\0' + none + none;
  header += octal(bytes, 11, " ") + octal(0, 11, " ");
  const size_t sum_at = header.size();
  header += std::string(8, ' ') + '0' + std::string(100, '\0') + padded("ustar", 6) + "00";
  header += std::string(64, '\0') + none + none + padded(prefix, kTarPrefix);
  header.resize(kTarBlock, '\0');
  size_t sum = 0;
  for (const char byte : header) sum += static_cast<unsigned char>(byte);
  return header.replace(sum_at, 8, octal(sum, 6, "") + std::string("\0 ", 2));
}

std::string whole_blocks(size_t bytes, size_t block) {
  return std::string((block - bytes % block) % block, '\0');
}

}  // namespace

Result<std::string> tar(Files files) {
  std::ranges::sort(files, {}, &File::path);
  std::string bytes;
  for (const File& file : files) {
    const bool fits = file.path.size() <= kTarName;
    const size_t at = fits ? 0 : tar_split(file.path);
    if (at == std::string::npos)
      return Diag{Exit::kInputOutput, "N4003", file.path, "can't be put into the archive: Pathname too long",
                  "a shorter --name, or a folder: leave out --archive"};
    bytes +=
        tar_header(file.path.substr(0, at), fits ? file.path : file.path.substr(at + 1), file.content.size());
    bytes += file.content + whole_blocks(file.content.size(), kTarBlock);
  }
  bytes += std::string(2 * kTarBlock, '\0');
  return bytes + whole_blocks(bytes.size(), kTarRecord);
}

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
