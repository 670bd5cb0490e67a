#include "nookc/cli/engine.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr const char* kOfCompiler[] = {"--workspace-pool",
                                       "--constant-pool",
                                       "--pools",
                                       "--place",
                                       "--candidates",
                                       "--unit",
                                       "--solver",
                                       "--time-limit",
                                       "--keep-input",
                                       "--disable-pass",
                                       "--no-eliminate-channels",
                                       "--scratch-limit",
                                       "--while-limit",
                                       "--hop",
                                       "--hop-axis",
                                       "--hop-state",
                                       "--hop-start",
                                       "--no-passes",
                                       "--dump-ir",
                                       "-O",
                                       "--flash",
                                       "--no-rows",
                                       "--no-overlap",
                                       "--stream-input",
                                       "--by-pass",
                                       "--constants-by-pointer",
                                       "--explain",
                                       "--ram",
                                       "--flash-size",
                                       "--latency",
                                       "--cores",
                                       "--weights-from",
                                       "--staging",
                                       "--storage-speed"};
constexpr const char* kOfInterpreter[] = {"--planner", "--keep-scales", "--trusted", "--weights", "--rows"};

constexpr size_t kMostInScratch = 32;  // the interpreter's options have a bit for each input or output

// `kind`: "input" or "output".
Result<uint32_t> bits(const std::vector<bool>& flags, const std::vector<std::string>& names,
                      const std::string& kind) {
  uint32_t all = 0;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] && i >= kMostInScratch)
      return Diag{Exit::kUsage, "N2022", "--" + kind + "-in-scratch",
                  "the interpreter can place only the first 32 " + kind + "s, have '" + printable(names[i]) +
                      "', number " + std::to_string(i) + " from 0",
                  "name some of the first 32, or leave out --engine interpreter"};
    all |= flags[i] ? 1u << i : 0;
  }
  return all;
}

}  // namespace

void add_weights(Subcommand command, ModelOptions& options) {
  command
      .add_option(
          "--weights", options.weights,
          "interpreter: where kernels read weights: model: in the model; packed:\nin RAM, packed for the "
          "core at start; prepacked: in flash, packed by\nthe host (default: model)")
      .one_of({"model", "packed", "prepacked"});
}

Weights weights_of(const ModelOptions& options) {
  if (options.weights == "packed") return Weights::kPacked;
  return options.weights == "prepacked" ? Weights::kPrepacked : Weights::kAsIs;
}

void add_engine(Subcommand command, ModelOptions& options) {
  command
      .add_option(
          "--engine", options.engine,
          "what runs the model: generated code, or the interpreter, which\nreads the model from flash "
          "(default: compiled)")
      .one_of({"compiled", "interpreter"});
  command
      .add_option("--planner", options.planner,
                  "interpreter: greedy, offline (the plan in the model's metadata), or\na plan.h that "
                  "becomes part of "
                  "the program, from nook plan --engine\ninterpreter -o plan.h (default: greedy)")
      .check([](const std::string& name) {
        return is_planner(name)
                   ? std::string()
                   : "'" + name + "' is not a planner; use greedy, offline or a file that ends in .h";
      })
      .type("greedy|offline|FILE.h");
  command.add_flag(
      "--keep-scales", options.keep_scales,
      "interpreter: keep multipliers per channel in persistent memory,\ninstead of computing them for "
      "each inference");
  command.add_flag(
      "--trusted", options.trusted,
      "interpreter: do not check the model in the program, as for a model\nthat is part of the firmware");
  add_weights(command, options);
  command.add_flag(
      "--rows", options.row_chains,
      "interpreter: run operators row by row where the model's metadata\nsays so (written by nook plan "
      "--rows)");
  options.command = command;
}

bool is_of_other_engine(const std::string& option, bool interpreter) {
  return interpreter ? std::ranges::count(kOfCompiler, option) > 0
                     : std::ranges::count(kOfInterpreter, option) > 0;
}

Status check_engine(const ModelOptions& options) {
  const bool interpreter = options.engine == "interpreter";
  const auto check = [&](std::span<const char* const> of_other) -> Status {
    for (const char* name : of_other) {
      const bool estimates = std::string_view(name) == "--flash" && options.command.name() == "bench";
      if (options.command.has(name) && !estimates)
        return Diag{
            Exit::kUsage, "N2021", name,
            interpreter ? "is for the compiler: the interpreter runs the model as it is and plans by itself"
                        : "is for the interpreter only",
            interpreter ? "leave it out, or leave out --engine interpreter" : "add --engine interpreter"};
    }
    return Done{};
  };
  return interpreter ? check(kOfCompiler) : check(kOfInterpreter);
}

Result<std::optional<InterpretedModel>> interpreted_model(const CompiledModel& compiled,
                                                          const ModelOptions& options) {
  if (options.engine != "interpreter") return std::optional<InterpretedModel>{};
  const Graph& graph = compiled.program.graph;
  const Result<uint32_t> inputs = bits(compiled.program.input_in_scratch, graph.input_names, "input");
  if (!inputs) return inputs.diag();
  const Result<uint32_t> outputs = bits(compiled.program.output_in_scratch, graph.output_names, "output");
  if (!outputs) return outputs.diag();
  InterpreterOptions asked = {
      "", *inputs, *outputs, options.keep_scales, options.trusted, weights_of(options), options.row_chains};
  if (const Status planned = set_planner(options.planner, &asked); !planned) return planned.diag();
  Result<InterpreterNeeds> needs =
      interpreter_needs(compiled.bytes, options.model, *compiled.program.target, asked);
  if (!needs) return needs.diag();
  return std::optional<InterpretedModel>(
      InterpretedModel{compiled.program, compiled.bytes, compiled.emit.name, asked, *std::move(needs)});
}

}  // namespace nookc
