#include "nookc/core/staged_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".nook-new-";  // followed by the process id and a number

Diag unwritable(const fs::path& path, int error) {
  return {Exit::kInputOutput, "N4002", path.string(),
          std::string("the file can't be written: ") + std::strerror(error),
          error == ENOSPC || error == EFBIG || error == EDQUOT
              ? "nothing was changed; make room and run it again"
              : "check that the folder exists and that you may write to it"};
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(file, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    content.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

Result<StagedFile> StagedFile::write(const fs::path& final_path, const std::string& content, mode_t mode) {
  static int number = 0;
  const fs::path staged = final_path.parent_path() /
                          (std::string(kPrefix) + std::to_string(getpid()) + "-" + std::to_string(number++));
  const int file = open(staged.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return unwritable(final_path, errno);
  StagedFile made(final_path, staged);
  int error = write_all(file, content) && (mode == 0 || fchmod(file, mode & 07777) == 0) ? 0 : errno;
  if (close(file) != 0 && error == 0) error = errno;  // a quota or a server may report an error here
  if (error != 0) return unwritable(final_path, error);
  return made;
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : final_(std::move(other.final_)), staged_(std::move(other.staged_)) {
  other.staged_.clear();
}

StagedFile::~StagedFile() {
  if (!staged_.empty()) unlink(staged_.c_str());
}

Status StagedFile::sync() const {
  const int file = open(staged_.c_str(), O_WRONLY | O_CLOEXEC);
  const int error = file >= 0 && fsync(file) == 0 ? 0 : errno;
  if (file >= 0) close(file);
  if (error != 0) return unwritable(final_, error);
  return Done{};
}

Status StagedFile::commit() {
  if (rename(staged_.c_str(), final_.c_str()) != 0) return unwritable(final_, errno);
  staged_.clear();
  return Done{};
}

void remove_stale(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    pid_t process = 0;
    std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), process);
    const bool alive = process > 0 && (kill(process, 0) == 0 || errno != ESRCH);
    if (!alive || process == getpid()) unlink(at->path().c_str());
  }
}

// A lock ends with its process, however that ends. On a file system without locks, none is taken.
FolderLock::FolderLock(const fs::path& folder)
    : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

bool FolderLock::is_free(const fs::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool free = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
  if (file >= 0) close(file);
  return free;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace nookc
