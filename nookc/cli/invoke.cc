#include "nookc/cli/invoke.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "nookc/cli/command.h"
#include "nookc/cli/version.h"

namespace nookc {
namespace {

constexpr const char* kSummary =
    "nook runs trained neural networks (.tflite, .onnx) on microcontrollers, in memory that you own.";
constexpr const char* kFooter =
    "Example:\n  nook compile kws.tflite --target cortex-m4 -o generated\n\n"
    "Exit code: 0 done, 1 does not fit or validation failed, 2 usage,\n"
    "3 model not supported, 4 input or output failed";

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

}  // namespace

Invoked invoke(std::vector<std::string> words, InProcess* in_process) {
  // If the words can't be parsed, their flags are not set.
  const bool json_asked = std::ranges::find(words, "--json") != words.end();
  CommandLine line("nook", kSummary, kFooter, version_text());
  Cli cli{line, {version(), commit(), {}}, {}, {}, false, false, false, in_process};
  declare(cli);
  const Result<std::optional<Exit>> parsed = line.parse(std::move(words));
  if (!parsed) return {parsed.diag(), json_asked};
  if (*parsed) return {**parsed, json_asked};
  cli.provenance.command_line = command_line(line.words());
  Result<Exit> done = cli.action();
  return {std::move(done), cli.json};
}

std::vector<std::string> subcommands() {
  CommandLine line("nook", kSummary, kFooter, version_text());
  Cli cli{line, {version(), commit(), {}}, {}, {}, false, false, false, nullptr};
  declare(cli);
  std::vector<std::string> names;
  for (const CommandText& command : line.describe()) names.push_back(command.name);
  return names;
}

}  // namespace nookc
