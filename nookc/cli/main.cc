// The nook command. Each subcommand has its own file; this one combines them, prints errors and returns exit
// codes.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <set>

#include "nookc/cli/command.h"
#include "nookc/cli/terminal.h"
#include "nookc/cli/version.h"
#include "nookc/core/text.h"
#include "nookc/run/stop.h"

namespace {

using namespace nookc;

constexpr const char* kSummary =
    "nook runs trained neural networks (.tflite, .onnx) on microcontrollers, in memory that you own.";
constexpr const char* kFooter =
    "\nExample:\n  nook compile kws.tflite --target cortex-m4 -o generated\n\n"
    "Exit code: 0 done, 1 does not fit or validation failed, 2 usage, 3 model not supported,\n"
    "4 input or output failed";

// The command line for generated files: without folders, so that the same model and options give the same
// bytes in any place.
std::string command_line(const std::vector<std::string>& words) {
  const std::set<std::string> of_folders = {"-o", "--output", "--dump-ir"};
  const std::set<std::string> of_people = {"--json", "--force", "-q", "--quiet", "--full"};
  std::string text = "nook";
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (of_folders.count(word)) {
      ++i;
    } else if (!of_folders.count(word.substr(0, word.find('='))) && !of_people.count(word)) {
      text += ' ' + (word.starts_with('-') ? word : std::filesystem::path(word).filename().string());
    }
  }
  return text;
}

// If the command line can't be parsed, its flags are not set; this finds out how to print the error.
bool asks_for_json(int argc, char** argv) {
  return std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
}

int report(const Cli& cli, const Diag& diag) {
  std::string text = printable_lines(to_string(diag));
  if (const size_t end = text.find(']'); has_colours(STDERR_FILENO) && end != std::string::npos)
    text = "\033[1;31m" + text.substr(0, end + 1) + "\033[0m" + text.substr(end + 1);
  std::fprintf(stderr, "%s\n", text.c_str());
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

// Every subcommand, under its group in --help.
struct Row {
  const char* group;
  void (*add)(Cli& cli);
};
constexpr const char *kLook = "Look into a model", *kMake = "Make a model", *kFirmware = "Make firmware",
                     *kTry = "Run and compare", *kMemory = "Plan memory", *kKnow = "Look up";
constexpr Row kCommands[] = {
    {kLook, add_analyze},    {kLook, add_inspect}, {kLook, add_fit},           {kFirmware, add_compile},
    {kFirmware, add_pack},   {kTry, add_run},      {kTry, add_validate},       {kTry, add_evaluate},
    {kTry, add_golden},      {kTry, add_bench},    {kMake, add_convert},       {kMake, add_quantize},
    {kMemory, add_plan},     {kMemory, add_map},   {kKnow, add_supported_ops}, {kKnow, add_boards},
    {kKnow, add_completion},
};

void declare(Cli& cli) {
  for (const Row& row : kCommands) {
    cli.group = row.group;
    row.add(cli);
  }
}

bool json_asked = false;

// A file that asks for more memory than there is ends like every other error. Partial results are cleaned up
// by the next run. There is no memory for a longer message.
[[noreturn]] void out_of_memory() {
  constexpr std::string_view kText = "error[N4013] memory ran out\n",
                             kJson =
                                 "{\"error\": {\"exit\": 4, \"code\": \"N4013\", \"where\": \"\", "
                                 "\"what\": \"memory ran out\", \"hint\": \"\"}}\n";
  bool written = write(STDERR_FILENO, kText.data(), kText.size()) > 0;
  if (json_asked) written &= write(STDOUT_FILENO, kJson.data(), kJson.size()) > 0;
  (void)written;
  _exit(static_cast<int>(Exit::kInputOutput));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write
  json_asked = asks_for_json(argc, argv);
  std::set_new_handler(out_of_memory);
  CommandLine line("nook", kSummary, kFooter, version_text());
  Cli cli{line, {version(), commit(), {}}, {}, {}, false, false, false};
  declare(cli);
  const Result<std::optional<Exit>> parsed = line.parse(argc, argv);
  if (!parsed) {
    cli.json = json_asked;
    return report(cli, parsed.diag());
  }
  if (*parsed) return static_cast<int>(**parsed);
  cli.provenance.command_line = command_line(line.words());
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
