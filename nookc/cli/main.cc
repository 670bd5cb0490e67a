// The nook command: one file a subcommand, this one puts them together, prints errors and makes exit codes.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "nookc/cli/command.h"
#include "nookc/cli/version.h"

namespace {

using namespace nookc;

constexpr const char* kUsageCode = "N2000";

// The command as generated files tell it: without folders, which say nothing about what is generated, so that
// the same model and options give the same bytes anywhere.
std::string command_line(int argc, char** argv) {
  const std::set<std::string> of_folders = {"-o", "--output", "--dump-ir"};
  std::string text = "nook";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (of_folders.count(word)) {
      ++i;
    } else if (!of_folders.count(word.substr(0, word.find('='))) && word != "--json") {
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

std::string subcommand_names(CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    names += (names.empty() ? "" : ", ") + command->get_name();
  return names;
}

int report(const Cli& cli, const Diag& diag) {
  std::fprintf(stderr, "%s\n", to_string(diag).c_str());
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
  cli.app.description("nook runs trained networks (.tflite) on microcontrollers, in memory that you own.");
  cli.app.name("nook");
  cli.app.set_version_flag("--version", version_text());
  cli.app.require_subcommand(1);
  cli.app.footer(
      "\nExample:\n  nook compile kws.tflite --target cortex-m4 -o generated\n\n"
      "Exit code: 0 done, 1 does not fit or validation failed, 2 usage, 3 model not supported,\n"
      "4 input or output failed");
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
  Cli cli;
  cli.provenance = {version(), commit(), command_line(argc, argv)};
  declare(cli);
  try {
    cli.app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return cli.app.exit(done);
  } catch (const CLI::ParseError& error) {
    const auto given = cli.app.get_subcommands();
    const bool unknown = given.empty() && argc > 1 && argv[1][0] != '-';
    const bool none = given.empty() && argc == 1;
    const std::string what = unknown ? "there is no subcommand '" + std::string(argv[1]) + "'"
                             : none  ? "a subcommand is needed"
                                     : error.what();
    const std::string help = given.empty() ? "one of " + subcommand_names(cli.app) + "; see nook --help"
                                           : "see nook " + given[0]->get_name() + " --help";
    cli.json = asks_for_json(argc, argv);
    return report(cli, {Exit::kUsage, kUsageCode, {}, what, help});
  }
  const Result<Exit> done = cli.action();
  if (!done) return report(cli, done.diag());
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return report(cli, {Exit::kInputOutput, "N4002", "standard output", "can't be written", {}});
  return static_cast<int>(*done);
}
