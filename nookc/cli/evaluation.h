// Implements `nook evaluate`: runs a model, optionally next to another one, on labelled samples.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/cli/engine.h"
#include "nookc/cli/sample_options.h"
#include "nookc/cli/session_flags.h"
#include "nookc/study/judge/judge.h"
#include "nookc/study/judge/noise.h"

namespace nookc {

struct EvaluateOptions {
  ModelOptions model;
  SessionFlags session;
  std::string against, task;  // empty: no other model; task chosen by the labels
  int k = 0;                  // top k; 0: depends on the number of classes
  double threshold_db = 10;
  int noise_samples = 16;
  SampleFlags samples;
};

// The sources of samples and labels.
struct EvaluateData {
  std::function<Result<Samples>(const Graph&)> samples;
  std::function<Result<Array>(size_t samples)> labels;
};

struct Evaluation {
  ScoredTask task = ScoredTask::kClassify;
  int64_t samples = 0;
  Scores model;
  std::optional<Scores> against;
  std::optional<double> agreement;
  std::optional<Noise> noise;
};

// Runs the model on its target and the other one on this machine. Diags of all steps.
Result<Evaluation> evaluate_model(const EvaluateOptions& options, const Provenance& provenance,
                                  const EvaluateData& data);

// Runs a compiled model on samples. Diags as Session; N1004: the runner found a fault.
Result<SampleOutputs> run_compiled(const CompiledModel& compiled, const ModelOptions& options,
                                   const SessionFlags& flags, const Samples& samples);

// Prints the figures, or their JSON.
void show_evaluation(const Cli& cli, const EvaluateOptions& options, const Evaluation& evaluation);

nlohmann::ordered_json evaluation_json(const EvaluateOptions& options, const Evaluation& evaluation);

}  // namespace nookc
