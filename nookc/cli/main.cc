// The nook command: prints errors and returns exit codes.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>

#include "nookc/cli/invoke.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/terminal.h"
#include "nookc/core/error_json.h"
#include "nookc/core/stop.h"
#include "nookc/core/text.h"

namespace {

using namespace nookc;

int report(const Diag& diag, bool json) {
  std::string text = printable_lines(to_string(diag));
  if (const size_t end = text.find(']'); has_colours(STDERR_FILENO) && end != std::string::npos)
    text = "\033[1;31m" + text.substr(0, end + 1) + "\033[0m" + text.substr(end + 1);
  std::fprintf(stderr, "%s\n", text.c_str());
  if (json) std::puts(json_text(error_json(diag)).c_str());
  return static_cast<int>(diag.exit);
}

bool json_asked = false;

// Reports memory exhaustion like every other error. The next run cleans up partial results. A longer message
// would need memory.
[[noreturn]] void out_of_memory() {
  constexpr std::string_view kText =
      "error[N4013] memory ran out: more is needed than this machine has\n"
      "  hint: a smaller file, or a machine with more memory\n";
  constexpr std::string_view kJson =
      "{\"error\": {\"exit\": 4, \"code\": \"N4013\", \"where\": \"\", "
      "\"what\": \"memory ran out: more is needed than this machine has\", "
      "\"hint\": \"a smaller file, or a machine with more memory\"}}\n";
  bool written = write(STDERR_FILENO, kText.data(), kText.size()) > 0;
  if (json_asked) written &= write(STDOUT_FILENO, kJson.data(), kJson.size()) > 0;
  (void)written;
  _exit(static_cast<int>(Exit::kInputOutput));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit becomes a write error
  json_asked = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  std::set_new_handler(out_of_memory);
  const Invoked invoked = invoke({argv + 1, argv + argc}, nullptr);
  if (const int signal = stop_signal();
      signal != 0) {  // everything is cleaned up; the shell must see the signal that ended it
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  if (!invoked.done) return report(invoked.done.diag(), invoked.json);
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return report({Exit::kInputOutput, "N4002", "standard output", "can't be written", {}}, invoked.json);
  return static_cast<int>(*invoked.done);
}
