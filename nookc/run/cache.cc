#include "nookc/run/cache.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "nookc/core/files.h"
#include "nookc/core/sha256.h"
#include "nookc/resources/resources.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

Diag unwritable(const fs::path& path, const std::string& why) {
  return {Exit::kInputOutput, "N4002", path.string(), "the folder can't be made: " + why, {}};
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// One number for all sources that the command carries.
const std::string& sources_digest() {
  static const std::string digest = [] {
    std::string all;
    for (const Resource& file : resources())
      all += std::string(file.path) + ' ' + sha256(bytes_of(file.content)) + '\n';
    return sha256(bytes_of(all)).substr(0, 24);
  }();
  return digest;
}

bool usable(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  return !error && access(path.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

Result<WorkFolder> WorkFolder::temporary() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  std::string pattern = ((error ? fs::path("/tmp") : base) / "nook-XXXXXX").string();
  if (!mkdtemp(pattern.data())) return unwritable(pattern, std::strerror(errno));
  return WorkFolder(pattern, false);
}

Result<WorkFolder> WorkFolder::kept(const fs::path& path) {
  if (const Status made = make_writable_folder(path); !made) return made.diag();
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
  const fs::path folder = *cache / ("sources-" + sources_digest());
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  // Written aside and then renamed: whoever sees the folder sees all of it.
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
  if (fs::is_directory(folder, ignored)) return folder;  // another process was first
  return unwritable(folder, error.message());
}

fs::path object_path(const fs::path& cache, const std::string& command, const fs::path& compiler) {
  std::error_code error;
  const auto size = fs::file_size(compiler, error);
  const auto age = fs::last_write_time(compiler, error).time_since_epoch().count();
  const std::string key =
      sources_digest() + ' ' + std::to_string(size) + ' ' + std::to_string(age) + ' ' + command;
  return cache / "objects" / (sha256(bytes_of(key)).substr(0, 32) + ".o");
}

}  // namespace nookc
