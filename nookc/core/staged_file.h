// Steps that make a file appear whole or not at all.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// A file under a temporary name next to its final one. Removed with the object unless committed.
class StagedFile {
 public:
  // Diag N4002: it can't be written, or not completely. `mode`: the permissions of the file it replaces, 0:
  // none.
  static Result<StagedFile> write(const std::filesystem::path& final_path, const std::string& content,
                                  mode_t mode);

  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  Status sync() const;  // writes its bytes to the disk
  Status commit();      // gives it its final name, replacing the old file

 private:
  StagedFile(std::filesystem::path final_path, std::filesystem::path staged)
      : final_(std::move(final_path)), staged_(std::move(staged)) {}
  std::filesystem::path final_, staged_;  // staged_ is empty once it is committed
};

// Removes what killed processes left in a folder.
void remove_stale(const std::filesystem::path& folder);

// Keeps other nook processes from writing into a folder at the same time, if the file system supports locks.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  static bool is_free(const std::filesystem::path& folder);  // at this moment only
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  int file_;
};

}  // namespace nookc
