#include "nookc/back/run/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>
#include <thread>

#include "nookc/core/signals.h"
#include "nookc/core/stop.h"

namespace nookc {
namespace {

using Clock = std::chrono::steady_clock;

// A running command.
struct Child {
  pid_t pid = -1;
  int pipe = -1;  // its stdout and stderr
  Clock::time_point deadline;
  bool limited = false;
  size_t index = 0;
  Finished result;
};

Diag unstartable(const Command& command, int error) {
  return {Exit::kInputOutput, "N4004", command.words[0],
          std::string("can't be started: ") + std::strerror(error),
          "check that it is installed and that you may run it"};
}

// Each child leads a process group, so that processes that a compiler starts end with it, and has the default
// signal handling of a fresh program.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(const sigset_t& mask) {
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

// The environment of a command: ours, with its folder for temporary files.
std::vector<std::string> environment_of(const Command& command) {
  constexpr std::string_view kName = "TMPDIR=";
  std::vector<std::string> all;
  for (char** each = environ; *each; ++each)
    if (command.temporary.empty() || !std::string_view(*each).starts_with(kName)) all.push_back(*each);
  if (!command.temporary.empty()) all.push_back(std::string(kName) + command.temporary.string());
  return all;
}

// As the functions of exec want them.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

Result<Child> start(const Command& command, const SpawnAttributes& attributes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return unstartable(command, errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());
  const std::vector<std::string> environment = environment_of(command);
  const std::vector<char*> words = pointers(command.words), variables = pointers(environment);
  Child child;
  const int error =
      posix_spawnp(&child.pid, words[0], &actions, attributes.get(), words.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return unstartable(command, error);
  }
  child.pipe = ends[0];
  child.limited = command.timeout_seconds > 0;
  child.deadline = Clock::now() + std::chrono::seconds(command.timeout_seconds);
  return child;
}

void finish(Child& child) {
  close(child.pipe);
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool runs(const Child& child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

// SIGTERM lets compilers remove their temporary files. Processes that still run a second later are killed.
void end(std::vector<Child>& running) {
  for (const Child& child : running) kill(-child.pid, SIGTERM);
  const Clock::time_point until = Clock::now() + std::chrono::seconds(1);
  for (Child& child : running) {
    while (runs(child) && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(-child.pid, SIGKILL);
    finish(child);
  }
}

// The time until the first deadline, or a long time if there is none.
timespec patience(const std::vector<Child>& running) {
  int64_t least = 3600 * 1000;
  for (const Child& child : running) {
    if (!child.limited) continue;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(child.deadline - Clock::now()).count();
    const int64_t wait = std::max<int64_t>(0, left + 1);
    least = std::min(least, wait);
  }
  return {least / 1000, least % 1000 * 1000000};
}

// Reads the available output. False if the child has closed its output or must be ended.
bool serve(Child& child, bool readable) {
  if (readable) {
    char buffer[1 << 14];
    const ssize_t n = read(child.pipe, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    child.result.text.append(buffer, static_cast<size_t>(n));
  }
  if (!child.limited || Clock::now() < child.deadline) return true;
  kill(-child.pid, SIGKILL);
  child.result.timed_out = true;
  return false;
}

// Waits until at least one child writes something, and moves finished ones to `results`.
void attend(std::vector<Child>& running, std::vector<Finished>& results, const sigset_t& mask) {
  std::vector<pollfd> files;
  files.reserve(running.size());
  for (const Child& child : running) files.push_back({child.pipe, POLLIN, 0});
  const timespec wait = patience(running);
  if (ppoll(files.data(), files.size(), &wait, &mask) < 0) return;  // interrupted by a signal
  for (size_t i = running.size(); i-- > 0;) {
    if (serve(running[i], files[i].revents != 0)) continue;
    finish(running[i]);
    results[running[i].index] = std::move(running[i].result);
    running.erase(running.begin() + static_cast<ptrdiff_t>(i));
  }
}

}  // namespace

Result<std::vector<Finished>> run_commands(const std::vector<Command>& commands, unsigned jobs,
                                           const std::function<void(size_t)>& progress) {
  std::vector<Finished> results(commands.size());
  std::vector<Child> running;
  std::optional<Diag> failed;
  const SignalsHeld held;  // signals arrive only while ppoll() waits
  const SpawnAttributes attributes(held.before());
  for (size_t next = 0; (next < commands.size() && !failed) || !running.empty();) {
    if (stop_signal() != 0) {
      end(running);
      return Diag{Exit::kInputOutput, "N4007", commands[0].words[0], "was interrupted", {}};
    }
    if (next < commands.size() && !failed && running.size() < std::max(1u, jobs)) {
      Result<Child> child = start(commands[next], attributes);
      if (child) {
        child->index = next++;
        running.push_back(*std::move(child));
      } else {
        failed = child.diag();
      }
      continue;
    }
    attend(running, results, held.before());
    progress(next - running.size());
  }
  if (failed) return *failed;
  return results;
}

Result<Finished> run_command(const Command& command) {
  Result<std::vector<Finished>> all = run_commands({command}, 1);
  if (!all) return all.diag();
  return std::move(all->front());
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

std::string to_string(const Command& command) {
  std::string text;
  for (const std::string& word : command.words) {
    const bool plain = !word.empty() && word.find_first_of(" '\"$\\;&|<>()*?") == std::string::npos;
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return text;
}

}  // namespace nookc
