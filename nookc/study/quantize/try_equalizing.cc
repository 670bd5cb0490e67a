#include "nookc/study/quantize/try_equalizing.h"

#include <algorithm>
#include <cmath>

#include "nookc/middle/passes/fold_activations.h"
#include "nookc/study/quantize/equalize.h"

namespace nookc {
namespace {

constexpr size_t kSamples = 32;
constexpr double kClearly = 3;

Result<double> output_decibels(const Graph& graph, const Samples& samples, const QuantizeOptions& options) {
  const Result<Quantized> made = quantize(graph, &samples, {}, nullptr, options);
  if (!made) return made.diag();
  const Result<Network> network = Network::make(made->floats);
  if (!network) return network.diag();
  const Result<Judgement> judged = judge(*network, made->converted, samples, {}, options.workers);
  if (!judged) return judged.diag();
  return judged->tensors[index(made->floats.outputs[0])].decibels();
}

}  // namespace

bool EqualizeTrial::helps() const { return std::isfinite(plain) && equalized >= plain + kClearly; }

Result<std::optional<EqualizeTrial>> try_equalizing(const Graph& graph, const Samples& samples,
                                                    const QuantizeOptions& options) {
  Graph folded = graph;
  if (graph.regions.empty()) fold_activations(folded);
  if (equalize(folded) == 0) return std::optional<EqualizeTrial>();
  QuantizeOptions trial = options;
  trial.accuracy_drop.reset();
  trial.workers.most = std::min(options.workers.most, kSamples);
  trial.workers.progress = [&](const Doing& step) {
    options.workers.progress({"trying, " + step.what, step.done, step.of});
  };
  trial.equalize = false;
  const Result<double> plain = output_decibels(graph, samples, trial);
  if (!plain) return plain.diag();
  trial.equalize = true;
  const Result<double> equalized = output_decibels(graph, samples, trial);
  if (!equalized) return equalized.diag();
  return std::optional(EqualizeTrial{*plain, *equalized, std::min(samples.count(), trial.workers.most)});
}

}  // namespace nookc
