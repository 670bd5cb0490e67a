#include "nookc/core/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "nookc/core/nearest.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOfAStream = size_t{64} << 20;
constexpr const char* kReadAgain = "check the disk, or copy the file again";

Diag unreadable(const fs::path& path, const std::string& why, const std::string& hint) {
  return {Exit::kInputOutput, "N4001", path.empty() ? "''" : path.string(), why, hint};
}

// Files that the user may have meant, in the same folder.
std::string other_files(const fs::path& path) {
  constexpr size_t kMostNames = 1000;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) return "there is no folder '" + printable(folder.string()) + "'";
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end && names.size() < kMostNames;
       at.increment(error))
    names.push_back(printable(at->path().filename().string()));
  std::ranges::sort(names);
  const std::string better = did_you_mean(path.filename().string(), names);
  return better.empty() ? "check the name and the folder" : better.substr(2);
}

Diag unopened(const fs::path& path, int error) {
  return unreadable(path, std::string("can't be opened: ") + std::strerror(error),
                    error == ENOENT   ? other_files(path)
                    : error == EACCES ? "ask its owner to let you read it, or copy it"
                                      : "check the path");
}

Status open_file(const fs::path& path, std::ifstream& in) {
  std::error_code error;
  if (fs::is_directory(path, error)) return unreadable(path, "is a folder, need a file", "name a file in it");
  in.open(path, std::ios::binary);
  if (!in) return unopened(path, errno);
  return Done{};
}

// Closes the file that it opened.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

// Opens `name` component by component, so that even a link created meanwhile is not followed. A FIFO opens at
// once, without a writer.
Result<Descriptor> open_below(const fs::path& folder, const fs::path& name, const fs::path& path) {
  Descriptor at(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (auto part = name.begin(); part != name.end() && at.number() >= 0; ++part) {
    if (part->empty()) return unreadable(path, "is a folder, need a file", "name a file in it");
    const bool last = std::next(part) == name.end();
    const int kind = last ? O_NONBLOCK : O_DIRECTORY;
    struct stat about;
    if (fstatat(at.number(), part->c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode))
      return unreadable(path, "is a symbolic link, or in a folder that is one; need the file itself",
                        "copy the file into its place: cp -L");
    at = Descriptor(openat(at.number(), part->c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind));
  }
  if (at.number() < 0) return unopened(path, errno);
  return at;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const fs::path& path) {
  std::ifstream in;
  if (const Status opened = open_file(path, in); !opened) return opened.diag();
  std::error_code error;
  const bool ends = fs::is_regular_file(path, error);
  std::vector<std::byte> bytes;
  if (const auto size = fs::file_size(path, error); ends && !error) bytes.reserve(size);
  char buffer[1 << 16];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    const std::byte* first = reinterpret_cast<const std::byte*>(buffer);
    bytes.insert(bytes.end(), first, first + in.gcount());
    if (!ends && bytes.size() > kMostOfAStream)
      return unreadable(path, "is not a regular file and has more than 64 MiB", "copy it into a file first");
  }
  if (!in.eof()) return unreadable(path, "can't be read", kReadAgain);
  return bytes;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

Result<std::vector<fs::path>> list_folder(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    files.push_back(at->path());
  if (error)
    return unreadable(folder, "can't be read: " + error.message(), "check that you may read the folder");
  return files;
}

std::optional<int64_t> stated_size(const fs::path& file) {
  std::error_code error;
  const uintmax_t size = fs::file_size(file, error);
  return error ? std::nullopt : std::optional<int64_t>(static_cast<int64_t>(size));
}

bool reads_again(const fs::path& file) {
  std::error_code error;
  return !fs::exists(file, error) || fs::is_regular_file(file, error) || fs::is_directory(file, error);
}

Result<FilePart> read_part_below(const fs::path& folder, const fs::path& name, int64_t offset, int64_t size) {
  const fs::path path = folder / name;
  if (name.is_absolute() || std::find(name.begin(), name.end(), fs::path("..")) != name.end())
    return unreadable(path, "is outside the model's folder", "keep the files of a model in one folder");
  const Result<Descriptor> file = open_below(folder, name, path);
  if (!file) return file.diag();
  struct stat about;
  if (fstat(file->number(), &about) != 0 || !S_ISREG(about.st_mode))
    return unreadable(path, "is not a regular file", "copy what it gives into a file");
  FilePart part{{}, about.st_size};
  if (offset < 0 || size < 0 || offset > part.file_bytes || size > part.file_bytes - offset)
    return unreadable(path,
                      "has " + std::to_string(part.file_bytes) + " bytes, need " + std::to_string(size) +
                          " at byte " + std::to_string(offset),
                      "copy or download the file again");
  part.bytes.resize(static_cast<size_t>(size));
  for (int64_t at = 0; at < size;) {
    const ssize_t more =
        pread(file->number(), part.bytes.data() + at, static_cast<size_t>(size - at), offset + at);
    if (more <= 0) return unreadable(path, "can't be read", kReadAgain);
    at += more;
  }
  return part;
}

}  // namespace nookc
