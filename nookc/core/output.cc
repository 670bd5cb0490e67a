#include "nookc/core/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>

#include "nookc/core/manifest.h"
#include "nookc/core/read_file.h"
#include "nookc/core/sha256.h"
#include "nookc/core/signals.h"
#include "nookc/core/staged_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kSynced = 64;  // files

Diag unwritable(const fs::path& path, const std::string& why) {
  return {Exit::kInputOutput, "N4002", path.string(), why, {}};
}

std::string digest_of(const std::string& content) {
  return sha256({reinterpret_cast<const std::byte*>(content.data()), content.size()});
}

// A file to be written, and the file that it replaces.
struct StagedTarget {
  const File* file;
  fs::path shown;      // path as messages show it
  fs::path path;       // symbolic links resolved: they stay, and their targets are replaced
  std::string digest;  // digest of the new bytes
  mode_t mode = 0;     // mode bits of the existing file; 0: no such file
  bool same = false;   // it has these bytes already
};

// The folders that this call created; they are removed if it fails.
class NewFolders {
 public:
  Status make(const fs::path& folder) {
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path at = fs::absolute(folder, error);
         !at.empty() && !fs::exists(at, error) && at != at.parent_path(); at = at.parent_path())
      missing.push_back(at);
    made_.insert(made_.end(), missing.rbegin(), missing.rend());
    return make_folder(folder);
  }
  void keep() { made_.clear(); }
  ~NewFolders() {
    for (size_t i = made_.size(); i-- > 0;) rmdir(made_[i].c_str());  // fails if it is not empty
  }

 private:
  std::vector<fs::path> made_;  // parents before children
};

// The call that writes one set of files.
class Writing {
 public:
  Writing(fs::path folder, const Output& output) : folder_(std::move(folder)), output_(output) {}

  Status run(const Files& files) {
    if (const Status made = new_folders_.make(folder_); !made) return made.diag();
    const FolderLock lock(folder_);
    const SignalsHeld held;
    Result<Manifest> manifest = Manifest::read(folder_);
    if (!manifest) return manifest.diag();
    manifest_ = *std::move(manifest);
    for (const File& file : files)
      if (const Status fine = look_at(file); !fine) return fine.diag();
    if (!theirs_.empty()) return refusal();
    if (const Status written = write(); !written) return written.diag();
    new_folders_.keep();
    return Done{};
  }

 private:
  // Examines the existing file, and decides whether it may be replaced.
  Status look_at(const File& file) {
    const fs::path path = folder_ == "." ? fs::path(file.path) : folder_ / file.path;
    std::error_code error;
    StagedTarget target{&file, path, fs::weakly_canonical(fs::absolute(path), error),
                        digest_of(file.content)};
    if (error) return unwritable(path, "the file can't be written: " + error.message());
    struct stat there {};
    if (stat(target.path.c_str(), &there) == 0) {
      if (S_ISDIR(there.st_mode)) return unwritable(path, "the file can't be written: Is a directory");
      if (!S_ISREG(there.st_mode)) return unwritable(path, "is not a regular file");
      for (const fs::path& input : output_.inputs)
        if (fs::equivalent(target.path, input, error))
          return Diag{Exit::kInputOutput, "N4012", path.string(),
                      "is an input of the command, and is never overwritten",
                      "write to another file or folder"};
      if (access(target.path.c_str(), W_OK) != 0)
        return unwritable(path, std::string("the file can't be written: ") + std::strerror(errno));
      target.mode = there.st_mode;
      const Result<std::vector<std::byte>> bytes = read_file(target.path);
      if (!bytes) return bytes.diag();
      const std::string digest = sha256(*bytes);
      target.same = digest == target.digest;
      const bool ours = target.same || bytes->empty() || manifest_.lists(file.path, digest);
      if (!ours && !output_.force) theirs_.push_back({path, manifest_.lists(file.path)});
    } else if (errno != ENOENT && errno != ENOTDIR) {
      return unwritable(path, std::string("the file can't be written: ") + std::strerror(errno));
    }
    targets_.push_back(std::move(target));
    return Done{};
  }

  Diag refusal() const {
    const auto& [path, changed] = theirs_.front();
    std::string what = changed ? "has changed since nook wrote it" : "exists, and nook did not write it";
    const size_t more = theirs_.size() - 1;
    if (more > 0)
      what +=
          ", like " + std::to_string(more) + (more == 1 ? " more file" : " more files") + " of this command";
    return {Exit::kInputOutput, "N4011", path.string(), what + "; nothing was written",
            "write elsewhere (-o), or add --force to overwrite"};
  }

  Status prepare_folders() {
    std::set<fs::path> folders = {folder_};
    for (const StagedTarget& target : targets_) folders.insert(target.path.parent_path());
    for (const fs::path& folder : folders) {
      if (const Status made = new_folders_.make(folder); !made) return made.diag();
      remove_stale(folder);
    }
    return Done{};
  }

  // Steps: write everything under temporary names, which may fail. Then write the manifest with the digests
  // before and after, so that any file left by a killed process is known as nook's. Then rename.
  Status write() {
    std::vector<StagedFile> staged;
    Manifest during = manifest_, after = manifest_;
    size_t replaced = 0;
    if (const Status ready = prepare_folders(); !ready) return ready.diag();
    for (const StagedTarget& target : targets_) {
      if (target.same) {
        if (manifest_.lists(target.file->path)) after.set(target.file->path, target.digest);
        continue;
      }
      Result<StagedFile> file = StagedFile::write(target.path, target.file->content, target.mode);
      if (!file) {
        Diag diag = file.diag();
        diag.where = target.shown.string();
        return diag;
      }
      staged.push_back(*std::move(file));
      replaced += target.mode != 0;
      during.add(target.file->path, target.digest);
      after.set(target.file->path, target.digest);
    }
    if (const Status synced = sync(staged, replaced); !synced) return synced.diag();
    if (!staged.empty())
      if (const Status listed = list(during); !listed) return listed.diag();
    for (StagedFile& file : staged)
      if (const Status done = file.commit(); !done) return done.diag();
    const std::string now = staged.empty() ? manifest_.text() : during.text();
    if (now != after.text() && !list(after)) return Done{};  // the longer list is valid, too
    return Done{};
  }

  // Old bytes go only after the new ones are on the disk; otherwise a loss of power could lose both. New
  // files need not wait: the results of a thousand runs can be produced again.
  static Status sync(const std::vector<StagedFile>& staged, size_t replaced) {
    if (replaced == 0 || replaced > kSynced) return Done{};
    for (const StagedFile& file : staged)
      if (const Status synced = file.sync(); !synced) return synced.diag();
    return Done{};
  }

  Status list(const Manifest& manifest) const {
    Result<StagedFile> file = StagedFile::write(folder_ / Manifest::kName, manifest.text(), 0);
    if (!file) return file.diag();
    return file->commit();
  }

  struct Theirs {
    fs::path path;
    bool changed;  // nook wrote an earlier version
  };

  fs::path folder_;
  const Output& output_;
  NewFolders new_folders_;
  Manifest manifest_;
  std::vector<StagedTarget> targets_;
  std::vector<Theirs> theirs_;  // files that must not be overwritten
};

// The descriptor that a path such as /dev/stdout refers to, or -1.
int descriptor_of(const fs::path& path) {
  std::error_code error;
  const std::string text = fs::absolute(path, error).lexically_normal().string();
  if (text == "/dev/stdout") return STDOUT_FILENO;
  if (text == "/dev/stderr") return STDERR_FILENO;
  int64_t number = -1;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (text.starts_with(folder) && parse_int(text.substr(folder.size()), &number) && number <= INT32_MAX)
      return static_cast<int>(number);
  return -1;
}

// Devices and pipes hold nothing that could be lost, and can't have a temporary file next to them.
bool is_stream(const fs::path& path) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  return fs::is_character_file(there) || fs::is_fifo(there) || descriptor_of(path) >= 0;
}

Status write_stream(const fs::path& path, std::string_view content) {
  const auto failed = [&](int error) {
    const char* why = error == ENXIO ? "no process reads this pipe" : std::strerror(error);
    return unwritable(path, std::string("the file can't be written: ") + why);
  };
  const int descriptor = descriptor_of(path);
  const int file = descriptor >= 0 ? dup(descriptor) : open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return failed(errno);
  if (descriptor < 0) fcntl(file, F_SETFL, 0);  // non-blocking mode was only for opening a pipe
  int error = 0;
  while (!content.empty() && error == 0) {
    const ssize_t n = ::write(file, content.data(), content.size());
    if (n > 0) content.remove_prefix(static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) error = errno;
  }
  close(file);
  if (error != 0) return failed(error);
  return Done{};
}

}  // namespace

Status write_output(const fs::path& folder, const Files& files, const Output& output) {
  return Writing(folder.empty() ? fs::path(".") : folder, output).run(files);
}

Status write_output(const fs::path& file, const std::string& content, const Output& output) {
  if (is_stream(file)) return write_stream(file, content);
  return write_output(file.parent_path(), {{file.filename().string(), content}}, output);
}

}  // namespace nookc
