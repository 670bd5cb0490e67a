#include <cstdio>
#include <filesystem>
#include <memory>

#include "nookc/cli/command.h"
#include "nookc/cli/count_instructions.h"
#include "nookc/cli/evaluation_part.h"
#include "nookc/cli/in_process.h"
#include "nookc/cli/model_input.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/sample_options.h"
#include "nookc/core/json.h"
#include "nookc/core/output.h"
#include "nookc/core/sha256.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/floats/fuse_norms.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/quantize/quantize_model.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

struct QuantizeCommandOptions : QuantizeWords {
  BorderOptions borders;
  std::string model, output, samples, labels, twin, report, bench;
  SampleFlags how;
  bool force = false, ranges_only = false;
  std::string part;
  int threads = 0;
};

// The float model, and the hash of its file as a .tflite.
struct FloatModel {
  Graph graph;
  std::string sha256;
};

Result<FloatModel> read_float_graph(const QuantizeCommandOptions& options) {
  const Result<ModelBytes> read = read_model_file(options.model, options.borders);
  if (!read) return read.diag();
  say_notes(read->stated);
  const std::vector<std::string>& without = options.borders.unsimplified;
  Result<Graph> graph = graph_to_quantize(read->bytes, read->file, read->simplified,
                                          {without.begin(), without.end()}, options.from_twin);
  if (graph) graph = float_graph(*std::move(graph));
  if (!graph) return graph.diag();
  return FloatModel{*std::move(graph), sha256(read->bytes)};
}

Diag refused(const std::string& option, const std::string& why, const std::string& hint) {
  return {Exit::kUsage, "N2049", option, why, hint};
}

bool names_ranges_file(const std::string& text) { return text.ends_with(".json"); }

// The file of --ranges, whose rule and equalizing then hold.
Result<std::shared_ptr<const ObservedPart>> read_ranges(QuantizeCommandOptions& options) {
  if (!names_ranges_file(options.ranges)) return std::shared_ptr<const ObservedPart>();
  const std::string file = options.ranges;
  const Result<nlohmann::json> json =
      read_json(file, {Exit::kUsage, "N2098", file, {}, "nook quantize --ranges-only makes such a file"});
  if (!json) return json.diag();
  Result<ObservedPart> part = parse_observed(*json, file);
  if (!part) return part.diag();
  if (part->of != 1)
    return Diag{Exit::kUsage, "N2098", file, "is a part, need all of them",
                "nook merge makes one file of all parts"};
  if (options.equalize != part->equalized && (options.equalize || (options.plain_weights && part->equalized)))
    return refused(options.equalize ? "--equalize" : "--no-equalize",
                   "conflicts with --ranges " + file + ", whose weights were " +
                       (part->equalized ? "equalized" : "not equalized"),
                   "leave it out");
  const bool counted = !part->observed.counts.empty();
  if (part->rule != "minmax" && !counted && !options.ranges_only)
    return Diag{Exit::kUsage, "N2098", file,
                "has the extremes, but --ranges " + part->rule + " needs counts as well",
                "a second round: --ranges-only --ranges " + file};
  if (options.ranges_only && (counted || part->rule == "minmax"))
    return Diag{Exit::kUsage, "N2098", file, "is complete: there is nothing left to measure",
                "leave out --ranges-only and --part"};
  options.ranges = part->rule;
  return std::make_shared<const ObservedPart>(*std::move(part));
}

// Options that have nothing to do while ranges are measured.
Status check_ranges_only(const QuantizeCommandOptions& options) {
  if (!options.ranges_only && !options.part.empty())
    return refused("--part", "need --ranges-only with it: a model is made of all samples",
                   "add --ranges-only");
  if (!options.ranges_only) return Done{};
  for (const auto& [given, name] : {std::pair(!options.labels.empty(), "--labels"),
                                    {options.accuracy_drop >= 0, "--accuracy-drop"},
                                    {options.from_twin, "--ranges-from"},
                                    {!options.bench.empty(), "--bench"},
                                    {!options.report.empty(), "--picture"}})
    if (given)
      return refused(name, "conflicts with --ranges-only, which measures ranges and makes no model",
                     "leave it out; give it with --ranges FILE");
  if (options.samples.empty())
    return refused("--ranges-only", "need samples to measure, have none", "add --samples");
  return Done{};
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  const auto whole = [&](const std::string& name) {
    return std::filesystem::absolute(name, ignored).lexically_normal();
  };
  return whole(a) == whole(b);
}

Status own_files(const QuantizeCommandOptions& options) {
  if (!options.report.empty() && same_file(options.report, options.output))
    return Diag{Exit::kUsage, "N2049", "--picture", "names the file of --output", "give it another name"};
  return Done{};
}

Result<QuantizeInputs> read_inputs(const Cli& cli, const Graph& graph,
                                   const QuantizeCommandOptions& options) {
  QuantizeSources sources;
  if (!options.samples.empty())
    sources.samples = [&](const Graph& of) -> Result<Samples> {
      const Result<SampleOptions> how = sample_options(options.how);
      if (!how) return how.diag();
      return open_samples(cli, of, options.samples, *how);
    };
  if (!options.labels.empty())
    sources.labels = [&](size_t samples) { return read_labels(cli, options.labels, samples); };
  sources.observed = names_ranges_file(options.ranges);
  if (options.from_twin)
    sources.twin = [&]() -> Result<Graph> {
      const Result<ModelBytes> read = read_model_file(options.twin, {});
      if (!read) return read.diag();
      say_notes(read->stated);
      return import_sound(read->bytes, read->file);
    };
  return quantize_inputs(graph, sources);
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

Result<Exit> write_part(const Cli& cli, const QuantizeCommandOptions& options, const FloatModel& model,
                        const Samples& samples, const QuantizeOptions& how) {
  const Result<EvaluatedPart> which = parse_part(options.part.empty() ? "1/1" : options.part);
  if (!which) return which.diag();
  Result<ObservedPart> part = observe_part(model.graph, samples, options, how, which->index, which->of);
  if (!part) return part.diag();
  part->model_sha256 = model.sha256;
  const nlohmann::ordered_json json = observed_json(*part);
  const Output output{options.force, {options.model, options.samples}};
  if (const Status written = write_output(options.output, json.dump() + "\n", output); !written)
    return written.diag();
  const bool more = part->rule != "minmax" && part->observed.counts.empty();
  if (cli.json) {
    print_json(cli, {{"part", json["part"]},
                     {"samples", part->samples},
                     {"output", options.output},
                     {"complete", !more && which->of == 1}});
    return Exit::kOk;
  }
  print("%s: part %d of %d, %lld of %lld samples\n", options.output.c_str(), which->index, which->of,
        static_cast<long long>(part->samples), static_cast<long long>(part->all));
  if (!cli.quiet)
    print("Next: nook merge of all parts%s\n",
          more ? ", and a second round with --ranges FILE, as this rule counts values between the extremes"
               : ", and nook quantize --ranges FILE");
  return Exit::kOk;
}

Result<Exit> quantize_command(const Cli& cli, const QuantizeCommandOptions& given) {
  QuantizeCommandOptions options = given;
  options.from_twin = !options.twin.empty();
  if (const Status sound = compatible(options); !sound) return sound.diag();
  if (const Status own = own_files(options); !own) return own.diag();
  if (const Status fits = check_ranges_only(options); !fits) return fits.diag();
  const Result<FloatModel> model = read_float_graph(options);
  if (!model) return model.diag();
  const Graph& graph = model->graph;
  const Result<QuantizeInputs> inputs = read_inputs(cli, graph, options);
  const Result<std::shared_ptr<const ObservedPart>> observed = read_ranges(options);
  if (!observed) return observed.diag();
  if (!inputs) return inputs.diag();
  Result<QuantizeOptions> how = quantize_options(options);
  if (!how) return how.diag();
  how->observed = *observed;
  if (how->observed && how->observed->model_sha256 != model->sha256)
    return Diag{Exit::kUsage, "N2098", given.ranges, "has the ranges of another model",
                "measure those of this model"};
  how->workers.threads = static_cast<unsigned>(options.threads);
  how->workers.progress = terminal_progress();
  if (options.ranges_only) return write_part(cli, options, *model, *inputs->samples, *how);
  Result<QuantizedModel> made = quantize_model(graph, *inputs, options, *how);
  if (!made) return made.diag();
  QuantizeReport* const report = &made->report;
  const std::string& bytes = made->bytes;
  Output output{options.force, {options.model}};
  for (const std::string& read : {options.samples, options.twin, options.labels})
    if (!read.empty()) output.inputs.push_back(read);
  if (const Status written = write_output(options.output, bytes, output); !written) return written.diag();
  if (!options.bench.empty())
    if (const Status counted = count_both(cli, options, *report); !counted) return counted.diag();
  if (!options.report.empty())
    if (const Status written = write_output(options.report, report_svg(*report), output); !written)
      return written.diag();
  how->workers.progress = {};
  const std::vector<Hint> hints = hints_of(bytes, options.output);
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
          "squared error) (default: minmax); or a file that --ranges-only\nand nook merge made")
      .type("RULE|FILE.json");
  command.add_flag("--ranges-only", options.ranges_only,
                   "measure the ranges, and write them instead of a model");
  command
      .add_option(
          "--part", options.part,
          "with --ranges-only: only part I of N of the samples, for one of several machines;\nnook merge "
          "makes one file of all parts")
      .type("I/N")
      .not_empty();
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
  command
      .add_option("-o,--output", options.output, "the .tflite file to write; with --ranges-only a .json file")
      .required()
      .path("FILE");
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
