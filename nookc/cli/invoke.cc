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

// The command line for generated files, without folders, so that the same model and options give the same
// bytes everywhere.
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

// A subcommand, its group in --help, and the example at the end of its help text.
struct Row {
  const char *group, *name, *summary, *example;
  void (*add)(Cli& cli, Subcommand command);
};
constexpr const char *kLook = "Look into a model", *kMake = "Make a model", *kFirmware = "Make firmware",
                     *kTry = "Run and compare", *kMemory = "Plan memory", *kKnow = "Look up";
constexpr Row kCommands[] = {
    {kLook, "analyze", "Show what a model needs: operators, MACs, memory by role, unsupported parts",
     "nook analyze kws.tflite --target cortex-m4", add_analyze},
    {kLook, "inspect", "Show what a model contains: graph, tensors, quantization, metadata",
     "nook inspect kws.tflite --json", add_inspect},
    {kLook, "fit", "Show whether a model fits a board, how much is left, and about how fast it runs",
     "nook fit kws.tflite --board nrf52840 --board rp2040", add_fit},
    {kFirmware, "init",
     "Look at a project's folder and its model; write nook.toml, and print the next command",
     "nook init kws.tflite", add_init},
    {kFirmware, "compile", "Write C99 sources, weights, metadata and a report for a model",
     "nook compile kws.tflite --target cortex-m4 -o generated --standalone", add_compile},
    {kFirmware, "pack",
     "Pack the weights of a model for the kernels of a core; the interpreter reads them from flash",
     "nook pack kws.tflite --target cortex-m4 -o kws_weights.c", add_pack},
    {kFirmware, "image", "Check an image of nook compile --format image, or show what it needs",
     "nook image verify kws.img\n  nook image info kws.img --json", add_image},
    {kTry, "run", "Compile a model, build it and run it, on this machine or an emulated board",
     "nook run kws.tflite --target cortex-m4 --input-dir samples --output-dir scores", add_run},
    {kTry, "validate", "Run a model and compare its outputs with a reference",
     "nook validate kws.tflite --golden kws_golden --target cortex-m55", add_validate},
    {kTry, "evaluate", "Measure accuracy, errors or AUC on labelled samples",
     "nook evaluate kws.tflite --data x.npy --labels y.npy --against float.tflite", add_evaluate},
    {kTry, "merge", "Make one report from the parts that nook evaluate --part measured",
     "nook evaluate kws.tflite --data x.npy --labels y.npy --part 1/2 > 1.json\n"
     "  nook evaluate kws.tflite --data x.npy --labels y.npy --part 2/2 > 2.json\n"
     "  nook merge 1.json 2.json",
     add_merge},
    {kTry, "golden", "Compute reference data with TensorFlow Lite or ONNX Runtime, if installed",
     "nook golden kws.tflite --inputs samples -o kws_golden", add_golden},
    {kTry, "bench", "Measure a model: instructions per operator, code, constants, stack, memory",
     "nook bench kws.tflite --target cortex-m4 --json", add_bench},
    {kTry, "report", "Show what a change of a model costs: memory, cycles and accuracy of two builds",
     "nook report before/kws.json after/kws.json --markdown", add_report},
    {kMake, "convert", "Write a model as .tflite", "nook convert kws.onnx -o kws.tflite", add_convert},
    {kMake, "quantize", "Turn a float model into an int8 one, and report the accuracy",
     "nook quantize kws_float.tflite --samples samples.npy -o kws.tflite", add_quantize},
    {kMemory, "plan", "Place the buffers of a model, of a problem in a file, or of several models together",
     "nook plan kws.tflite --embed planned.tflite\n  nook plan --problem problem.csv --capacity 1MiB "
     "--json\n"
     "  nook plan --models kws.tflite vww.tflite --target cortex-m4",
     add_plan},
    {kMemory, "map", "Draw a plan: addresses over time, one picture per pool; compare two builds",
     "nook map kws.tflite --target cortex-m4 -o kws.html -o kws.svg\n"
     "  nook map before/kws.json after/kws.json",
     add_map},
    {kKnow, "supported-ops", "List the operators that nook runs, with types and kernels",
     "nook supported-ops --model kws.tflite --emit-resolver kws_resolver.cc", add_supported_ops},
    {kKnow, "boards", "List the boards that --board knows: core, memories, clock, wait states of the flash",
     "nook boards --target cortex-m33", add_boards},
    {kKnow, "completion", "Print the completion script of a shell, or the man page",
     "nook completion bash > /etc/bash_completion.d/nook", add_completion},
};

void declare(Cli& cli) {
  for (const Row& row : kCommands)
    row.add(cli, cli.line.add_command(row.name, row.group, row.summary, row.example));
}

}  // namespace

Invoked invoke(std::vector<std::string> words, InProcess* in_process) {
  // Checked in advance, because the flags are not set if the words can't be parsed.
  const bool json_asked = std::ranges::find(words, "--json") != words.end();
  CommandLine line("nook", kSummary, kFooter, version_text());
  Cli cli{line, {version(), commit(), {}}, {}, false, false, false, in_process};
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
  Cli cli{line, {version(), commit(), {}}, {}, false, false, false, nullptr};
  declare(cli);
  std::vector<std::string> names;
  for (const CommandText& command : line.describe()) names.push_back(command.name);
  return names;
}

}  // namespace nookc
