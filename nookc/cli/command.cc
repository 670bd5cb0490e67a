#include "nookc/cli/command.h"

#include <unistd.h>

#include <cstdio>
#include <memory>

#include "nookc/core/text.h"

namespace nookc {
namespace {

// Wipes its line when it goes.
class StatusLine {
 public:
  void show(const std::string& text) {
    std::fprintf(stderr, "\r\033[Knook: %s", printable(text).c_str());
    std::fflush(stderr);
    shown_ = true;
  }
  ~StatusLine() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
  }

 private:
  bool shown_ = false;
};

}  // namespace

Subcommand add_command(Cli& cli, const std::string& name, const std::string& summary,
                       const std::string& example) {
  return cli.line.add_command(name, cli.group, summary, example);
}

void add_json(Cli& cli, Subcommand command, const std::string& what) {
  command.add_flag("--json", cli.json, what);
}

void add_detail(Cli& cli, Subcommand command) {
  Option quiet = command.add_flag("-q,--quiet", cli.quiet, "print only the memory table of the report");
  command.add_flag("--full", cli.full, "print everything: whole names, passes that changed nothing")
      .excludes(quiet);
}

Detail detail_of(const Cli& cli) {
  return cli.quiet ? Detail::kQuiet : cli.full ? Detail::kFull : Detail::kNormal;
}

Progress terminal_progress() {
  if (!isatty(STDERR_FILENO)) return [](const std::string&) {};
  const auto line = std::make_shared<StatusLine>();
  return [line](const std::string& text) { line->show(text); };
}

}  // namespace nookc
