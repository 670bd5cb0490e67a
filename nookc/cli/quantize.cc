#include <cstdio>
#include <filesystem>

#include "nookc/cli/command.h"
#include "nookc/cli/count_instructions.h"
#include "nookc/cli/in_process.h"
#include "nookc/cli/model_input.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/sample_options.h"
#include "nookc/core/output.h"
#include "nookc/front/data/labels.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/floats/fuse_norms.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/quantize/quantize_network.h"
#include "nookc/study/quantize/report.h"
#include "nookc/study/quantize/twin.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

struct QuantizeCommandOptions {
  BorderOptions borders;
  std::string model, output, samples, labels, twin, report, bench;
  SampleFlags how;
  std::string ranges, io;  // empty: not given
  std::string activations = "int8", weights = "int8";
  std::vector<std::string> keep_float;
  bool per_tensor = false, dense_per_channel = false, equalize = false, plain_weights = false,
       plain_biases = false, force = false;
  double accuracy_drop = -1;
  int threads = 0;
};

Result<Graph> read_graph(const Result<ModelBytes>& read) {
  if (!read) return read.diag();
  say_notes(read->stated);
  return import_sound(read->bytes, read->file);
}

// The model to quantize. An operator that disappears here costs no bits of int8.
Result<Graph> read_float_graph(const QuantizeCommandOptions& options) {
  const Result<ModelBytes> read = read_model_file(options.model, options.borders);
  const std::set<std::string> without(options.borders.unsimplified.begin(),
                                      options.borders.unsimplified.end());
  const bool twin = !options.twin.empty();
  const bool fuses = !without.contains(std::string(kFuseNorms));
  if (read && twin && !without.empty() && !(read->simplified && fuses))
    return Diag{
        Exit::kUsage, "N2049", "--no-simplify",
        "conflicts with --ranges-from, which takes normalizations and the operators of a .tflite as they are",
        "leave out one of the two"};
  Result<Graph> graph = read_graph(read);
  if (!graph || twin) return graph;
  if (fuses) fuse_norms(*graph);
  simplify_floats(*graph, without);
  return graph;
}

Result<Samples> read_samples(const Cli& cli, const Graph& graph, const QuantizeCommandOptions& options) {
  const Result<SampleOptions> how = sample_options(options.how);
  if (!how) return how.diag();
  return open_samples(cli, graph, options.samples, *how);
}

Precision precision_named(const std::string& name) {
  return name == "int16" ? Precision::kInt16 : name == "int8" ? Precision::kInt8 : Precision::kFloat;
}

QuantizeOptions settings(const QuantizeCommandOptions& options) {
  QuantizeOptions to;
  to.convert.activations = precision_named(options.activations);
  to.convert.io = options.io == "float" ? Precision::kFloat : to.convert.activations;
  to.convert.weights.bits = options.weights == "int4" ? 4 : 8;
  to.convert.weights.per_tensor = options.per_tensor;
  to.convert.weights.dense_per_channel = options.dense_per_channel;
  to.keep_float = options.keep_float;
  to.equalize = options.equalize;
  to.correct_biases = !options.plain_biases && options.twin.empty();
  if (options.accuracy_drop >= 0) to.accuracy_drop = options.accuracy_drop;
  to.workers.threads = static_cast<unsigned>(options.threads);
  to.workers.progress = terminal_progress();
  return to;
}

// The samples, labels and twin that the options name.
struct Inputs {
  std::optional<Samples> samples;
  std::vector<int32_t> labels;
  std::optional<Given> given;
};

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  const auto whole = [&](const std::string& name) {
    return std::filesystem::absolute(name, ignored).lexically_normal();
  };
  return whole(a) == whole(b);
}

// Refuses options that contradict each other, or that would have no effect.
Status compatible(const QuantizeCommandOptions& options) {
  const auto refuse = [](const char* option, const char* why, const char* hint) {
    return Diag{Exit::kUsage, "N2049", option, why, hint};
  };
  const bool int16 = options.activations == "int16", twin = !options.twin.empty();
  if (options.equalize && options.plain_weights)
    return refuse("--equalize", "conflicts with --no-equalize", "leave out one of the two");
  if (options.per_tensor && options.dense_per_channel)
    return refuse("--per-tensor", "conflicts with --dense-per-channel", "leave out one of the two");
  if (int16 && options.weights == "int4")
    return refuse("--weights", "need --activations int8 with int4, have int16", "leave out one of the two");
  if (int16 && options.io == "int8")
    return refuse("--io", "need --activations int8 with int8, have int16", "--io float, or leave it out");
  if (twin && !options.ranges.empty())
    return refuse("--ranges", "conflicts with --ranges-from, which gives the ranges",
                  "leave out one of the two");
  if (!options.report.empty() && same_file(options.report, options.output))
    return refuse("--picture", "names the file of --output", "give it another name");
  return Done{};
}

Result<Inputs> read_inputs(const Cli& cli, const Graph& graph, const QuantizeCommandOptions& options) {
  Inputs inputs;
  if (options.samples.empty() && options.twin.empty())
    return Diag{Exit::kUsage, "N2049", "nook quantize", "need samples to measure ranges with, have none",
                "--samples FOLDER, .npy or .npz; or --ranges-from an int8 form of the model"};
  if (!options.samples.empty()) {
    Result<Samples> samples = read_samples(cli, graph, options);
    if (!samples) return samples.diag();
    inputs.samples = std::move(*samples);
  }
  if (!options.labels.empty()) {
    if (!inputs.samples)
      return Diag{Exit::kUsage, "N2049", "--labels", "need the samples that they belong to, have none",
                  "add --samples FOLDER"};
    const Result<Array> labels = read_labels(cli, options.labels, inputs.samples->count());
    if (!labels) return labels.diag();
    Result<std::vector<int32_t>> classes = classes_of(*labels, graph[graph.outputs[0]].shape.elements());
    if (!classes) return classes.diag();
    inputs.labels = std::move(*classes);
  }
  if (!options.twin.empty()) {
    const Result<Graph> twin = read_graph(read_model_file(options.twin, {}));
    if (!twin) return twin.diag();
    Result<Given> given = given_by_twin(graph, *twin);
    if (!given) return given.diag();
    inputs.given = std::move(*given);
  }
  return inputs;
}

Status count_both(const Cli& cli, const QuantizeCommandOptions& options, QuantizeReport& report) {
  const Result<std::optional<int64_t>> after = count_instructions(cli, options.output, options.bench);
  if (!after) return after.diag();
  report.after.instructions = *after;
  // Accepts float models that only this command supports: hybrid ones.
  const Result<std::optional<int64_t>> before = count_instructions(cli, options.model, options.bench);
  if (before) report.before.instructions = *before;
  return Done{};
}

// The hints about options of this command that would save memory; the figures hold for any core.
std::vector<Hint> hints_of(const std::string& bytes, const std::string& file) {
  const std::byte* const first = reinterpret_cast<const std::byte*>(bytes.data());
  const ModelBytes model{std::vector<std::byte>(first, first + bytes.size()), file, {}};
  Request request;
  request.target = "generic";
  const Result<CompiledModel> compiled = compile_model(model, request, {});
  if (!compiled) return {};
  return border_hints(*compiled, request);
}

Result<Exit> quantize_command(const Cli& cli, const QuantizeCommandOptions& options) {
  if (const Status sound = compatible(options); !sound) return sound.diag();
  const Result<Graph> model = read_float_graph(options);
  if (!model) return model.diag();
  const Result<Graph> graph = float_graph(*model);
  if (!graph) return graph.diag();
  QuantizeOptions how = settings(options);
  const Result<RangeRule> rule = parse_range_rule(options.ranges.empty() ? "minmax" : options.ranges);
  if (!rule) return rule.diag();
  how.rule = *rule;
  const Result<Inputs> inputs = read_inputs(cli, *graph, options);
  if (!inputs) return inputs.diag();
  const Samples* const samples = inputs->samples ? &*inputs->samples : nullptr;
  std::optional<EqualizeTrial> trial;
  if (samples && !inputs->given && !how.equalize && !options.plain_weights) {
    const Result<std::optional<EqualizeTrial>> tried = try_equalizing(*graph, *samples, how);
    if (!tried) return tried.diag();
    trial = *tried;
    how.equalize = trial && trial->helps();
  }
  const Result<Quantized> quantized =
      quantize(*graph, samples, inputs->labels, inputs->given ? &*inputs->given : nullptr, how);
  if (!quantized) return quantized.diag();
  const Result<std::string> bytes = export_tflite(quantized->converted.graph);
  if (!bytes) return bytes.diag();
  Result<QuantizeReport> report = report_of(*quantized, *bytes, samples, inputs->labels, how.workers);
  if (!report) return report.diag();
  report->trial = trial;
  Output output{options.force, {options.model}};
  for (const std::string& read : {options.samples, options.twin, options.labels})
    if (!read.empty()) output.inputs.push_back(read);
  if (const Status written = write_output(options.output, *bytes, output); !written) return written.diag();
  if (!options.bench.empty())
    if (const Status counted = count_both(cli, options, *report); !counted) return counted.diag();
  if (!options.report.empty())
    if (const Status written = write_output(options.report, report_svg(*report), output); !written)
      return written.diag();
  how.workers.progress = {};
  const std::vector<Hint> hints = hints_of(*bytes, options.output);
  if (cli.json) {
    nlohmann::ordered_json json = report_json(*report, options.model, options.output);
    json["hints"] = hints_json(hints);
    print_json(cli, json);
  } else if (cli.quiet) {
    print("%s", short_report_text(*report, options.model, options.output).c_str());
  } else {
    print("%s", report_text(*report, options.model, options.output).c_str());
    for (const Hint& hint : hints) print("%s\n", hint.text.c_str());
  }
  return Exit::kOk;
}

void add_data_options(Subcommand command, QuantizeCommandOptions& options) {
  command
      .add_option("--samples", options.samples,
                  "typical inputs of the application: a folder of raw files (.bin, .raw), .npy, .png\n"
                  "or .jpg; a .npy file; a .npz file")
      .type("DATA")
      .not_empty();
  command
      .add_option("--labels", options.labels, "the class of each sample: a .npy, or text with one per line")
      .path("FILE");
  add_sample_options(command, options.how);
  command
      .add_option("--ranges-from", options.twin,
                  "take the ranges of this int8 form of the model, and run nothing")
      .path("FILE");
  command
      .add_option(
          "--ranges", options.ranges,
          "which of the observed values the integers cover: minmax (all),\npercentile=99.9, or mse (least "
          "squared error) (default: minmax)")
      .type("RULE");
  command.add_option("--threads", options.threads, "number of threads (default: one for each processor)")
      .between(1, 1024);
}

void add_form_options(Subcommand command, QuantizeCommandOptions& options) {
  command
      .add_option("--io", options.io,
                  "type of the model's inputs and outputs (default: int8; int16 with\n--activations int16)")
      .one_of({"int8", "float"});
  command
      .add_option("--activations", options.activations,
                  "type of the tensors between operators (default: int8)")
      .one_of({"int8", "int16"});
  command
      .add_option("--weights", options.weights,
                  "type of the weights of convolutions and fully connected layers with int8 "
                  "activations\n(default: int8)")
      .one_of({"int8", "int4"});
  command.add_flag("--per-tensor", options.per_tensor, "one scale for all weights of an operator");
  command.add_flag("--dense-per-channel", options.dense_per_channel,
                   "one scale for each output of FULLY_CONNECTED, as for convolutions");
  command
      .add_option(
          "--keep-float", options.keep_float,
          "keep this operator float, by the name of its result, or a kind, such as\nSOFTMAX (repeatable)")
      .repeatable()
      .type("NAME");
}

void add_accuracy_options(Subcommand command, QuantizeCommandOptions& options) {
  command.add_flag(
      "--equalize", options.equalize,
      "first give the channels between two operators weights of similar size, if\nthere is nothing or a RELU "
      "between them (default: if a few samples show that it helps)");
  command.add_flag("--no-equalize", options.plain_weights, "do not equalize, and do not try");
  command.add_flag("--no-bias-correction", options.plain_biases,
                   "do not correct biases for the average error of rounded weights");
  command
      .add_option("--accuracy-drop", options.accuracy_drop,
                  "loss of accuracy to accept, in percentage points: the operators that gain most\nbecome "
                  "int16 or stay "
                  "float until it is met; needs --labels")
      .type("POINTS")
      .between(0.0, 100.0);
}

}  // namespace

void add_quantize(Cli& cli, Subcommand command) {
  QuantizeCommandOptions& options = add_action<QuantizeCommandOptions>(cli, command, quantize_command);
  command.add_option("MODEL", options.model, "the float .tflite or .onnx file").required().type("FILE");
  add_input_layout(command, options.borders);
  add_no_simplify(command, options.borders, kFuseNorms);
  command.add_option("-o,--output", options.output, "the .tflite file to write").required().path("FILE");
  add_data_options(command, options);
  add_form_options(command, options);
  add_accuracy_options(command, options);
  std::vector<std::string> targets_of_bench;
  for (const Target& target : targets()) targets_of_bench.emplace_back(target.name);
  command
      .add_option("--bench", options.bench,
                  "also count the instructions of both models on this target, as nook bench does")
      .one_of(targets_of_bench);
  command.add_option("--picture", options.report, "draw the report: an .svg file").path("FILE");
  add_force(command, options.force);
  command.add_flag("-q,--quiet", cli.quiet, "print the report without its tables");
  add_json(cli, command, "print the report as JSON");
}

}  // namespace nookc
