// The nook command: one file a subcommand, this one puts them together, prints errors and makes exit codes.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "nookc/cli/command.h"
#include "nookc/cli/version.h"
#include "nookc/core/text.h"
#include "nookc/run/stop.h"

namespace {

using namespace nookc;

constexpr const char* kSummary =
    "nook runs trained networks (.tflite) on microcontrollers, in memory that you own.";
constexpr const char* kFooter =
    "\nExample:\n  nook compile kws.tflite --target cortex-m4 -o generated\n\n"
    "Exit code: 0 done, 1 does not fit or validation failed, 2 usage, 3 model not supported,\n"
    "4 input or output failed";

// The command as generated files tell it: without folders, which say nothing about what is generated, so that
// the same model and options give the same bytes anywhere.
std::string command_line(int argc, char** argv) {
  const std::set<std::string> of_folders = {"-o", "--output", "--dump-ir"};
  std::string text = "nook";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (of_folders.count(word)) {
      ++i;
    } else if (!of_folders.count(word.substr(0, word.find('='))) && word != "--json" && word != "--force") {
      text += ' ' + (word.starts_with('-') ? word : std::filesystem::path(word).filename().string());
    }
  }
  return text;
}

// The flags of a command line that can't be parsed are not set; how its error is to be told is still to be
// seen.
bool asks_for_json(int argc, char** argv) {
  return std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
}

int report(const Cli& cli, const Diag& diag) {
  std::fprintf(stderr, "%s\n", printable_lines(to_string(diag)).c_str());
  if (cli.json) {
    const nlohmann::ordered_json error = {{"error",
                                           {{"exit", static_cast<int>(diag.exit)},
                                            {"code", diag.code},
                                            {"where", diag.where},
                                            {"what", diag.what},
                                            {"hint", diag.hint}}}};
    std::puts(error.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  }
  return static_cast<int>(diag.exit);
}

void declare(Cli& cli) {
  add_analyze(cli);
  add_compile(cli);
  add_run(cli);
  add_validate(cli);
  add_bench(cli);
  add_inspect(cli);
  add_map(cli);
  add_pack(cli);
  add_plan(cli);
  add_supported_ops(cli);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write
  CommandLine line("nook", kSummary, kFooter, version_text());
  Cli cli{line, {version(), commit(), command_line(argc, argv)}, {}};
  declare(cli);
  const Result<std::optional<Exit>> parsed = line.parse(argc, argv);
  if (!parsed) {
    cli.json = asks_for_json(argc, argv);
    return report(cli, parsed.diag());
  }
  if (*parsed) return static_cast<int>(**parsed);
  const Result<Exit> done = cli.action();
  if (const int signal = stop_signal();
      signal != 0) {  // all is cleaned up; the shell is to see what ended it
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  if (!done) return report(cli, done.diag());
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return report(cli, {Exit::kInputOutput, "N4002", "standard output", "can't be written", {}});
  return static_cast<int>(*done);
}
