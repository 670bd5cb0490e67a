#include "nookc/back/package/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>

namespace nookc {
namespace {

la_ssize_t append(archive*, void* bytes, const void* from, size_t count) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(from), count);
  return static_cast<la_ssize_t>(count);
}

Result<std::string> archived(Files files, int (*set_format)(archive*)) {
  std::ranges::sort(files, {}, &File::path);
  std::string bytes;
  const std::unique_ptr<archive, decltype(&archive_write_free)> to(archive_write_new(), archive_write_free);
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  std::string path = "the archive";
  bool fine = set_format(to.get()) == ARCHIVE_OK &&
              archive_write_open(to.get(), &bytes, nullptr, append, nullptr) == ARCHIVE_OK;
  for (size_t i = 0; fine && i < files.size(); ++i) {
    archive_entry_clear(entry.get());
    path = files[i].path;
    archive_entry_set_pathname(entry.get(), files[i].path.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(files[i].content.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), 0, 0);
    fine = archive_write_header(to.get(), entry.get()) == ARCHIVE_OK &&
           archive_write_data(to.get(), files[i].content.data(), files[i].content.size()) >= 0;
  }
  if (!fine || archive_write_close(to.get()) != ARCHIVE_OK) {
    const char* why = archive_error_string(to.get());
    return Diag{Exit::kInputOutput, "N4003", path,
                "can't be put into the archive: " + std::string(why ? why : "libarchive gives no reason"),
                "a shorter --name, or a folder: leave out --archive"};
  }
  return bytes;
}

}  // namespace

Result<std::string> tar(Files files) { return archived(std::move(files), archive_write_set_format_ustar); }
Result<std::string> zip(Files files) { return archived(std::move(files), archive_write_set_format_zip); }

}  // namespace nookc
