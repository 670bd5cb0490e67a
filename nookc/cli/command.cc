#include "nookc/cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace nookc {
namespace {

// Wipes its line when it goes.
class StatusLine {
 public:
  void show(const std::string& text) {
    std::fprintf(stderr, "\r\033[Knook: %s", text.c_str());
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

CLI::App* add_command(Cli& cli, const std::string& name, const std::string& summary,
                      const std::string& example) {
  CLI::App* command = cli.app.add_subcommand(name, summary);
  command->footer("\nExample:\n  " + example);
  command->option_defaults()->always_capture_default(false);
  return command;
}

std::string choice(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : "|") + name;
  return all;
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  const auto check = [names](const std::string& given) {
    if (std::ranges::find(names, given) != names.end()) return std::string();
    return "need one of " + choice(names) + ", have '" + given + "'";
  };
  return CLI::Validator(check, "");
}

CLI::Validator not_empty() {
  const auto check = [](const std::string& given) {
    return given.empty() ? std::string("need a name, have an empty word") : std::string();
  };
  return CLI::Validator(check, "");
}

void add_json(Cli& cli, CLI::App* command, const std::string& what) {
  command->add_flag("--json", cli.json, what);
}

Progress terminal_progress() {
  if (!isatty(STDERR_FILENO)) return [](const std::string&) {};
  const auto line = std::make_shared<StatusLine>();
  return [line](const std::string& text) { line->show(text); };
}

}  // namespace nookc
