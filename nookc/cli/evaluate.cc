#include <cmath>

#include "nookc/cli/evaluation_part.h"
#include "nookc/cli/in_process.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/terminal.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

struct Paths {
  std::string data, labels;
};

using Lines = std::vector<std::vector<std::string>>;

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return value > 0 ? "no noise" : "no signal";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string percent(double part) { return fixed(100 * part, 2) + " %"; }

// One line per model, one column per figure of the task.
void add_scores(Lines& lines, const std::string& model, const Scores& s) {
  std::vector<std::string> head = {"model"}, row = {model};
  const auto add = [&](const std::string& name, const std::string& value) {
    head.push_back(name), row.push_back(value);
  };
  if (s.accuracy) add("accuracy", percent(*s.accuracy));
  if (s.top_k && s.k > 1) add("top " + std::to_string(s.k), percent(*s.top_k));
  if (s.mean_error) add("mean error", fixed(*s.mean_error, 6));
  if (s.root_mean_square) add("root mean square", fixed(*s.root_mean_square, 6));
  if (s.auc) add("AUC", fixed(*s.auc, 4));
  if (lines.empty()) lines.push_back(head);
  lines.push_back(row);
}

void print_confusion(const Scores& scores) {
  constexpr size_t kMost = 20;  // most classes that fit on a terminal
  const size_t classes = scores.confusion.size();
  if (scores.accuracy && classes == 0)
    print("\nNo confusion: it is counted for at most %zu classes\n", kMostClassesOfConfusion);
  if (classes == 0) return;
  if (classes > kMost) {
    print("\nConfusion of %zu classes: --json has it\n", classes);
    return;
  }
  Lines lines = {{"label"}};
  for (size_t c = 0; c < classes; ++c) lines[0].push_back(std::to_string(c));
  for (size_t label = 0; label < classes; ++label) {
    lines.push_back({std::to_string(label)});
    for (const int64_t n : scores.confusion[label]) lines.back().push_back(n ? std::to_string(n) : ".");
  }
  print("\nAnswers (columns) by label (rows)\n");
  print_table(lines, "  ", 0);
}

void print_noise(const EvaluateOptions& options, const Noise& noise) {
  if (!noise.why_not.empty()) {
    print("\nOperators are not compared: %s\n", noise.why_not.c_str());
    return;
  }
  Lines lines = {{"operator", "kind", "dB", "dB alone", "tensor"}};
  for (const OperatorNoise& o : noise.operators)
    lines.push_back({std::to_string(o.op), o.kind, fixed(o.in_network_db, 1),
                     o.alone_db ? fixed(*o.alone_db, 1) : "-", first_name(o.name)});
  print("\nSignal-to-noise ratio against %s, %lld samples; alone: with that model's values as inputs\n",
        options.against.c_str(), static_cast<long long>(noise.samples));
  print_table(lines, "  ", terminal_width());
  if (const OperatorNoise* first = noise.first_below(options.threshold_db))
    print("The first below %g dB: operator %d %s '%s'\n", options.threshold_db, first->op,
          first->kind.c_str(), first_name(first->name).c_str());
  else
    print("None is below %g dB\n", options.threshold_db);
}

void print_evaluation(const EvaluateOptions& options, const Evaluation& evaluation) {
  print("%s on %s, %lld samples\n", options.model.model.c_str(), options.model.target.c_str(),
        static_cast<long long>(evaluation.samples));
  Lines lines;
  add_scores(lines, options.model.model, evaluation.model);
  if (evaluation.against) add_scores(lines, options.against, *evaluation.against);
  print_table(lines, "  ", terminal_width());
  if (evaluation.agreement) print("  the same answer in %s\n", percent(*evaluation.agreement).c_str());
  print_confusion(evaluation.model);
  if (evaluation.noise) print_noise(options, *evaluation.noise);
}

struct EvaluateCommandOptions : EvaluateOptions {
  Paths files;
  std::string part;
};

Result<Exit> evaluate_command(const Cli& cli, EvaluateCommandOptions& options) {
  if (options.model.hop > 0)
    return Diag{Exit::kUsage, "N2093", "--hop",
                "can't be combined with nook evaluate: its samples are whole windows",
                "leave it out: hops have the same outputs"};
  settle_target(options.model, options.session);
  const Paths& files = options.files;
  const Result<SampleOptions> how = sample_options(options.samples);
  if (!how) return how.diag();
  const EvaluateData data = {[&](const Graph& graph) { return open_samples(cli, graph, files.data, *how); },
                             [&](size_t samples) { return read_labels(cli, files.labels, samples); }};
  if (!options.part.empty()) {
    const Result<EvaluatedPart> part = parse_part(options.part);
    if (!part) return part.diag();
    const Result<nlohmann::ordered_json> json = evaluate_part(options, *part, cli.provenance, data);
    if (!json) return json.diag();
    print_json(cli, *json);
    return Exit::kOk;
  }
  const Result<Evaluation> evaluation = evaluate_model(options, cli.provenance, data);
  if (!evaluation) return evaluation.diag();
  show_evaluation(cli, options, *evaluation);
  return Exit::kOk;
}

void add_judging(Subcommand command, EvaluateOptions& options) {
  command
      .add_option("--against", options.against,
                  "the float model that MODEL was quantized from: print the figures of both,\n"
                  "and the signal-to-noise ratio of every operator")
      .path("FILE");
  command
      .add_option("--task", options.task,
                  "what the labels are: classes, real numbers, or 0 for normal and 1 for\n"
                  "anomalous samples (default: by their shape)")
      .one_of({"classify", "regress", "detect"});
  command
      .add_option(
          "--top", options.k,
          "also count labels among the K highest outputs (default: 5, but at most half of\nthe classes)")
      .type("K")
      .between(1, INT32_MAX);
  command
      .add_option("--threshold", options.threshold_db,
                  "name the first operator with a lower signal-to-noise ratio (default: 10)")
      .type("DB")
      .between(-200.0, 200.0);
  command
      .add_option("--noise-samples", options.noise_samples,
                  "compare the operators on this many samples (default: 16)")
      .type("COUNT")
      .between(1, INT32_MAX);
  add_sample_options(command, options.samples);
}

}  // namespace

void show_evaluation(const Cli& cli, const EvaluateOptions& options, const Evaluation& evaluation) {
  if (cli.json)
    print_json(cli, evaluation_json(options, evaluation));
  else
    print_evaluation(options, evaluation);
}

void add_evaluate(Cli& cli, Subcommand command) {
  EvaluateCommandOptions& options =
      add_running_action<EvaluateCommandOptions>(cli, command, evaluate_command);
  command
      .add_option("--data", options.files.data,
                  "samples: a .npy; a .npz with an array for each input; a folder of raw files\n"
                  "(.bin, .raw), .npy, .png or .jpg; real numbers, or the model's own bytes")
      .required()
      .path("FILE|FOLDER");
  command
      .add_option("--labels", options.files.labels,
                  "labels of the samples: a .npy, or text with one label per line")
      .required()
      .path("FILE");
  command
      .add_option("--part", options.part,
                  "only part I of N of the samples, for one of several machines: prints JSON, and nook\n"
                  "merge makes the report of all parts")
      .type("I/N")
      .not_empty();
  add_judging(command, options);
  add_run_options(command, options.model, options.session);
  add_json(cli, command, "print all figures as JSON");
}

}  // namespace nookc
