// Files that appear whole or not at all, and the list of them in their folder.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "nookc/core/manifest.h"
#include "nookc/core/signals.h"
#include "nookc/core/staged_file.h"
#include "tests/test.h"

namespace {

using namespace nookc;
namespace fs = std::filesystem;

// An empty folder, removed at the end of the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("nook_files_" + std::to_string(getpid()))) {
    fs::remove_all(path_), fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

const std::string kOld(64, 'a'), kNew(64, 'b');

TEST(a_manifest_of_any_names_is_read_as_it_was_written) {
  const Folder folder;
  const std::vector<std::string> names = {"model.c", "a\\b",  "two\nlines", "\\", "\\n",        "\n\\",
                                          "back\\",  "\\\\n", " spaced ",   "n",  "in/a/folder"};
  Manifest written;
  EXPECT(written.empty());
  for (const std::string& name : names) written.add(name, kOld);
  written.add("model.c", kNew);
  std::ofstream(folder / Manifest::kName) << written.text();
  const Result<Manifest> read = Manifest::read(folder.path());
  EXPECT(read && read->text() == written.text());
  for (const std::string& name : names) {
    const bool listed = read && read->lists(name) && read->lists(name, kOld);
    if (!listed) printf("'%s' is not listed\n", name.c_str());
    EXPECT(listed);
  }
  EXPECT(read && read->lists("model.c", kNew) && !read->lists("n", kNew) && !read->lists("ab"));
}

TEST(a_name_in_a_manifest_keeps_the_digests_that_are_added_and_only_the_one_that_is_set) {
  Manifest manifest;
  manifest.add("a", kOld), manifest.add("a", kNew);
  EXPECT(manifest.lists("a", kOld) && manifest.lists("a", kNew));
  manifest.set("a", kNew), manifest.set("b", kOld);
  EXPECT(!manifest.lists("a", kOld) && manifest.lists("a", kNew) && manifest.lists("b", kOld));
}

TEST(a_file_that_replaces_another_has_its_permissions) {
  const Folder folder;
  for (const mode_t mode : {mode_t{0600}, mode_t{0640}, mode_t{0444}, mode_t{0755}}) {
    Result<StagedFile> file = StagedFile::write(folder / "a", "text", S_IFREG | mode);
    EXPECT(file && file->commit());
    struct stat made {};
    EXPECT(stat((folder / "a").c_str(), &made) == 0);
    EXPECT_EQ(made.st_mode & 07777, mode);
  }
}

TEST(a_file_that_is_not_committed_leaves_nothing) {
  const Folder folder;
  EXPECT(StagedFile::write(folder / "a", "text", 0));
  EXPECT(fs::is_empty(folder.path()));
}

TEST(a_folder_is_free_while_its_lock_is_not_held) {
  const Folder folder;
  EXPECT(FolderLock::is_free(folder.path()) && FolderLock::is_free(folder.path()));
  {
    const FolderLock held(folder.path());
    EXPECT(!FolderLock::is_free(folder.path()));
  }
  EXPECT(FolderLock::is_free(folder.path()) && !FolderLock::is_free(folder / "missing"));
}

TEST(signals_are_held_only_as_long_as_the_operation_lasts) {
  const auto blocked = [](int signal) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, nullptr, &now);
    return sigismember(&now, signal) == 1;
  };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT(!blocked(signal));
    {
      const SignalsHeld held;
      EXPECT(blocked(signal) && !sigismember(&held.before(), signal) && !blocked(SIGUSR1));
    }
    EXPECT(!blocked(signal));
  }
}

}  // namespace
