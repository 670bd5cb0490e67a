// Work that is done once: the command's own sources as files, and the objects compiled from them.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "nookc/back/run/stop.h"
#include "nookc/core/diag.h"
#include "nookc/core/staged_file.h"

namespace nookc {

// A folder that is removed with the object, unless the user wants to keep it. While one exists, signals wait
// for its removal (StopSignals). The file `.nook-work` in it marks it as nook's.
class WorkFolder {
 public:
  // Makes a new one below the system's temporary folder, and removes those that killed processes left there.
  // Diag N4002.
  static Result<WorkFolder> temporary();
  // Uses `path`, makes it if necessary, and keeps it. Diags N4002; N4011: it contains files that nook did not
  // write.
  static Result<WorkFolder> kept(const std::filesystem::path& path);

  WorkFolder(WorkFolder&& other) noexcept
      : path_(std::move(other.path_)),
        kept_(other.kept_),
        signals_(std::move(other.signals_)),
        lock_(std::move(other.lock_)) {
    other.kept_ = true;
  }
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  WorkFolder(std::filesystem::path path, bool kept);
  std::filesystem::path path_;
  bool kept_;
  std::unique_ptr<StopSignals> signals_;
  std::unique_ptr<FolderLock> lock_;  // held as long as the folder is in use
};

// $NOOK_CACHE_DIR, else $XDG_CACHE_HOME/nook, else ~/.cache/nook, else a temporary folder: the first that can
// be made and written. Diag N4002: none can.
Result<std::filesystem::path> cache_folder();

// resources() as files, in a folder that serves as include path for everything. Made once for each state of
// the sources; safe against other processes that do the same. Diag N4002.
Result<std::filesystem::path> source_folder();

// The file of the object for `source` compiled by `command`, whether or not it exists. Its name depends on
// the command, on every source of nook and on the compiler (its size and age).
std::filesystem::path object_path(const std::filesystem::path& cache, const std::string& command,
                                  const std::filesystem::path& compiler);

}  // namespace nookc
