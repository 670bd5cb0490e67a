// Results that are computed once and kept: the command's own sources as files, and the objects compiled from
// them.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/core/staged_file.h"
#include "nookc/core/stop.h"

namespace nookc {

// A folder that is removed with the object, unless the user wants to keep it. While one exists, signals wait
// for its removal (StopSignals). The file `.nook-work` in it marks it as nook's.
class WorkFolder {
 public:
  // Creates one in the system's temporary folder, and removes those that killed processes left there. Diag
  // N4002.
  static Result<WorkFolder> temporary();
  // Uses `path`, creates it if necessary, and keeps it. Diags N4002; N4011: it contains files that nook did
  // not write.
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

// $NOOK_CACHE_DIR, $XDG_CACHE_HOME/nook, ~/.cache/nook, or a temporary folder: the first that can be created
// and written. Diag N4002: none can.
Result<std::filesystem::path> cache_folder();

// resources() as files, in a folder that is the include path for everything. Written once for each state of
// the sources; safe against other processes that do so at the same time. Diag N4002.
Result<std::filesystem::path> source_folder();

// The path of the object for `source` compiled by `command`, whether or not it exists. Its name depends on
// the command, on every source of nook and on the compiler (its size and age).
std::filesystem::path object_path(const std::filesystem::path& cache, const std::string& command,
                                  const std::filesystem::path& compiler);

}  // namespace nookc
