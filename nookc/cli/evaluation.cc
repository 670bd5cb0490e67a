#include "nookc/cli/evaluation.h"

#include <cmath>

#include "nookc/front/import/file_kind.h"
#include "nookc/front/import/import.h"
#include "nookc/target/target.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct Judged {
  CompiledModel compiled;
  SampleOutputs outputs;
};

// A float model to compare with must have the same input and output shapes as the quantized model.
Status check_same(const Graph& model, const Graph& against) {
  const auto differ = [&](const std::vector<TensorId>& a, const std::vector<TensorId>& b) {
    if (a.size() != b.size()) return true;
    for (size_t i = 0; i < a.size(); ++i)
      if (model[a[i]].shape.elements() != against[b[i]].shape.elements()) return true;
    return false;
  };
  if (!differ(model.inputs, against.inputs) && !differ(model.outputs, against.outputs)) return Done{};
  return Diag{Exit::kUsage, "N2061", "--against " + against.file,
              "its inputs or outputs have other shapes than those of " + model.file,
              "nook inspect shows them"};
}

Result<Graph> graph_of(const std::string& file, const std::vector<std::byte>& bytes) {
  return import_tflite(bytes, file);
}

Result<Judged> judge_other(const EvaluateOptions& options, const Provenance& provenance, const Graph& model,
                           const Samples& samples) {
  ModelOptions other;
  other.model = options.against;
  settle_target(other);
  Result<CompiledModel> compiled = compile_model(other, provenance);
  if (!compiled) return compiled.diag();
  if (const Status same = check_same(model, compiled->program.graph); !same) return same.diag();
  SessionFlags flags = options.session;
  flags.keep.clear(), flags.port.clear();  // those flags apply to the model only
  Result<SampleOutputs> outputs = run_compiled(*compiled, other, flags, samples);
  if (!outputs) return outputs.diag();
  return Judged{*std::move(compiled), *std::move(outputs)};
}

Json number(double value) {
  if (std::isfinite(value)) return value;
  return value > 0 ? "infinite" : "none";  // JSON has no infinity
}

Json scores_json(const std::string& model, const Scores& scores) {
  Json json = {{"model", model}};
  if (scores.accuracy) json["accuracy"] = *scores.accuracy;
  if (scores.top_k) json["top_k"] = {{"k", scores.k}, {"accuracy", *scores.top_k}};
  if (!scores.confusion.empty()) json["confusion"] = scores.confusion;
  if (scores.mean_error) json["mean_error"] = *scores.mean_error;
  if (scores.root_mean_square) json["root_mean_square_error"] = *scores.root_mean_square;
  if (scores.auc) json["auc"] = *scores.auc;
  return json;
}

Json noise_json(const OperatorNoise& noise) {
  return {{"operator", noise.op},
          {"kind", noise.kind},
          {"name", noise.name},
          {"snr_db", number(noise.in_network_db)},
          {"alone_snr_db", noise.alone_db ? number(*noise.alone_db) : Json(nullptr)}};
}

}  // namespace

Result<SampleOutputs> run_compiled(const CompiledModel& compiled, const ModelOptions& options,
                                   const SessionFlags& flags, const Samples& samples) {
  const Result<std::optional<InterpretedModel>> interpreted = interpreted_model(compiled, options);
  if (!interpreted) return interpreted.diag();
  Result<Session> session = Session::open(compiled.program, compiled.emit,
                                          session_options(flags, *interpreted ? &**interpreted : nullptr));
  if (!session) return session.diag();
  Result<SampleOutputs> outputs = run_samples(*session, samples);
  if (outputs && !outputs->faults.empty()) return faults_diag(outputs->faults);
  return outputs;
}

Result<Evaluation> evaluate_model(const EvaluateOptions& options, const Provenance& provenance,
                                  const EvaluateData& data) {
  const Result<CompiledModel> compiled = compile_model(options.model, provenance);
  if (!compiled) return compiled.diag();
  const Graph& graph = compiled->program.graph;
  const Result<Samples> samples = data.samples(graph);
  if (!samples) return samples.diag();
  const Result<Array> labels = data.labels(samples->count());
  if (!labels) return labels.diag();
  const Result<ScoredTask> task = task_of(options.task, graph, *labels);
  if (!task) return task.diag();
  const Result<SampleOutputs> outputs = run_compiled(*compiled, options.model, options.session, *samples);
  if (!outputs) return outputs.diag();
  Evaluation all{*task, static_cast<int64_t>(samples->count()), {}, {}, {}, {}};
  const Result<Scores> scores = score(*task, tally_of(*task, graph, *samples, *outputs, *labels, options.k));
  if (!scores) return scores.diag();
  all.model = *scores;
  if (options.against.empty()) return all;

  const Result<Judged> other = judge_other(options, provenance, graph, *samples);
  if (!other) return other.diag();
  const Graph& reference = other->compiled.program.graph;
  const Result<Scores> theirs =
      score(*task, tally_of(*task, reference, *samples, other->outputs, *labels, options.k));
  if (!theirs) return theirs.diag();
  all.against = *theirs;
  if (*task == ScoredTask::kClassify) all.agreement = agreement(graph, *outputs, reference, other->outputs);
  // Passes rename and remove tensors, so the tensors of the original files are compared.
  Result<Graph> whole = graph_of(options.model.model, compiled->bytes);
  if (!whole) return whole.diag();
  Result<Graph> whole_reference = graph_of(options.against, other->compiled.bytes);
  if (!whole_reference) return whole_reference.diag();
  Result<Noise> noise =
      noise_of(*std::move(whole), *std::move(whole_reference), *samples, options.noise_samples);
  if (!noise) return noise.diag();
  all.noise = *std::move(noise);
  return all;
}

Json evaluation_json(const EvaluateOptions& options, const Evaluation& evaluation) {
  Json json = {{"model", options.model.model},
               {"target", options.model.target},
               {"samples", evaluation.samples},
               {"task", task_name(evaluation.task)},
               {"result", scores_json(options.model.model, evaluation.model)},
               {"faults", Json::array()}};
  if (!evaluation.against) return json;
  json["against"] = scores_json(options.against, *evaluation.against);
  json["agreement"] = evaluation.agreement ? Json(*evaluation.agreement) : Json(nullptr);
  const Noise& noise = *evaluation.noise;
  const OperatorNoise* first = noise.first_below(options.threshold_db);
  json["noise"] = {{"samples", noise.samples},
                   {"threshold_db", options.threshold_db},
                   {"first_below", first ? noise_json(*first) : Json(nullptr)},
                   {"operators", Json::array()}};
  if (!noise.why_not.empty()) json["noise"]["not_compared"] = noise.why_not;
  for (const OperatorNoise& one : noise.operators) json["noise"]["operators"].push_back(noise_json(one));
  return json;
}

}  // namespace nookc
