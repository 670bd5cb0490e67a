#include "nookc/back/run/cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "nookc/back/resources/resources.h"
#include "nookc/core/files.h"
#include "nookc/core/read_file.h"
#include "nookc/core/sha256.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkPrefix = "nook-run-";
constexpr const char* kWorkMark = ".nook-work";
constexpr const char* kWorkText = "nook builds in this folder and overwrites its content.\n";

bool is_ours(const fs::path& folder) {
  const Result<std::vector<std::byte>> mark = read_file(folder / kWorkMark);
  return mark && std::string_view(reinterpret_cast<const char*>(mark->data()), mark->size()) == kWorkText;
}

// Removes folders left by killed processes: owned by this user, marked, and not locked.
void remove_leftovers(const fs::path& base) {
  std::error_code error;
  for (fs::directory_iterator at(base, error), end; !error && at != end; at.increment(error)) {
    const fs::path& folder = at->path();
    struct stat there {};
    if (!folder.filename().string().starts_with(kWorkPrefix) || lstat(folder.c_str(), &there) != 0) continue;
    if (!S_ISDIR(there.st_mode) || there.st_uid != geteuid() || !is_ours(folder)) continue;
    std::error_code ignored;
    if (FolderLock::is_free(folder)) fs::remove_all(folder, ignored);
  }
}

Diag unwritable(const fs::path& path, const std::string& why) {
  return {Exit::kInputOutput, "N4002", path.string(), "the folder can't be created: " + why, {}};
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

bool usable(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  return !error && access(path.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

WorkFolder::WorkFolder(fs::path path, bool kept)
    : path_(std::move(path)),
      kept_(kept),
      signals_(std::make_unique<StopSignals>()),
      lock_(std::make_unique<FolderLock>(path_)) {}

Result<WorkFolder> WorkFolder::temporary() {
  std::error_code error;
  const fs::path given = fs::temp_directory_path(error), base = error ? fs::path("/tmp") : given;
  remove_leftovers(base);
  std::string pattern = (base / (std::string(kWorkPrefix) + "XXXXXX")).string();
  if (!mkdtemp(pattern.data())) return unwritable(pattern, std::strerror(errno));
  WorkFolder folder(pattern, false);
  if (const Status marked = write_files(pattern, {{kWorkMark, kWorkText}}); !marked) return marked.diag();
  return folder;
}

Result<WorkFolder> WorkFolder::kept(const fs::path& path) {
  if (const Status made = make_writable_folder(path); !made) return made.diag();
  std::error_code error;
  if (!is_ours(path) && !fs::is_empty(path, error))
    return Diag{Exit::kInputOutput, "N4011", path.string(),
                "is not empty, and no earlier --keep made it; its files could be overwritten",
                "--keep with a new or an empty folder"};
  if (const Status marked = write_files(path, {{kWorkMark, kWorkText}}); !marked) return marked.diag();
  return WorkFolder(fs::absolute(path), true);
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!kept_) fs::remove_all(path_, ignored);
}

Result<fs::path> cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path given = variable("NOOK_CACHE_DIR"); !given.empty()) {
    if (usable(given)) return fs::absolute(given);
    return unwritable(given, "or not written; NOOK_CACHE_DIR names it");
  }
  if (const fs::path base = variable("XDG_CACHE_HOME"); base.is_absolute() && usable(base / "nook"))
    return base / "nook";
  if (const fs::path home = variable("HOME"); home.is_absolute() && usable(home / ".cache" / "nook"))
    return home / ".cache" / "nook";
  std::error_code error;
  const fs::path last = fs::temp_directory_path(error) / ("nook-cache-" + std::to_string(getuid()));
  if (!error && usable(last)) return last;
  return unwritable(last, "nor any other place for a cache; NOOK_CACHE_DIR can name one");
}

Result<fs::path> source_folder() {
  const Result<fs::path> cache = cache_folder();
  if (!cache) return cache.diag();
  const fs::path folder = *cache / ("sources-" + std::string(resources_digest()));
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  // Written under a temporary name and then renamed, so that other processes see the whole folder or nothing.
  std::string aside = (*cache / "new-XXXXXX").string();
  if (!mkdtemp(aside.data())) return unwritable(aside, std::strerror(errno));
  Files files;
  for (const Resource& file : resources())
    files.push_back({std::string(file.path), std::string(file.content)});
  if (const Status written = write_files(aside, files); !written) return written.diag();
  fs::rename(aside, folder, error);
  if (!error) return folder;
  std::error_code ignored;
  fs::remove_all(aside, ignored);
  if (fs::is_directory(folder, ignored)) return folder;  // another process was faster
  return unwritable(folder, error.message());
}

fs::path object_path(const fs::path& cache, const std::string& command, const fs::path& compiler) {
  std::error_code error;
  const auto size = fs::file_size(compiler, error);
  const auto age = fs::last_write_time(compiler, error).time_since_epoch().count();
  const std::string key = std::string(resources_digest()) + ' ' + std::to_string(size) + ' ' +
                          std::to_string(age) + ' ' + command;
  return cache / "objects" / (sha256(bytes_of(key)).substr(0, 32) + ".o");
}

}  // namespace nookc
