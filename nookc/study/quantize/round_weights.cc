#include "nookc/study/quantize/round_weights.h"

#include <algorithm>
#include <optional>
#include <span>

#include "nookc/study/quantize/correct_biases.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/round_layers.h"
#include "nookc/study/quantize/round_recurrent.h"

namespace nookc {
namespace {

constexpr size_t kTried = 64;     // samples for which the ways of rounding are compared
constexpr size_t kRounded = 256;  // samples that each way of several looks at

Result<Graph> rounded(const Rounding& r, const Graph& recurrent, RoundingAim aim, const Workers& workers) {
  Graph graph = recurrent;
  const Result<int> layers =
      round_layers(graph, r.precisions, r.samples, r.given, r.options.weights, aim, workers);
  if (!layers) return layers.diag();
  const Result<int> biases =
      correct_biases(graph, r.precisions, r.samples, r.given, r.options.weights, workers);
  if (!biases) return biases.diag();
  return graph;
}

// The noise at the first output.
Result<double> noise_of(const Rounding& r, const Graph& graph, const Workers& all_workers) {
  Workers workers = all_workers;
  workers.most = std::min(workers.most, kTried);
  std::vector<Range> ranges = r.ranges;
  ranges.resize(graph.tensors.size());
  const Converted converted = convert(graph, r.precisions, ranges, r.given, r.options);
  const Result<Judgement> judged = judge(r.network, converted, r.samples, {}, workers);
  if (!judged) return judged.diag();
  return judged->tensors[index(r.network.graph().outputs[0])].ratio.noise;
}

}  // namespace

Result<Graph> round_weights(const Rounding& r, const Workers& workers) {
  constexpr RoundedSums kSums[] = {RoundedSums::kJoined, RoundedSums::kApart};
  constexpr RoundingAim kAims[] = {RoundingAim::kPlaces, RoundingAim::kAverages, RoundingAim::kSingle};
  const size_t aims = has_places(r.network.graph(), r.precisions) ? std::size(kAims) : 1;
  Workers few = workers;
  if (aims > 1) few.most = std::min(workers.most, kRounded);
  std::optional<Graph> best;
  double least = 0;
  for (const RoundedSums sums : kSums) {
    Graph recurrent = r.network.graph();
    const Result<int> layers = round_recurrent(recurrent, r.precisions, r.samples, sums, few);
    if (!layers) return layers.diag();
    for (const RoundingAim aim : std::span(kAims).first(aims)) {
      Result<Graph> graph = rounded(r, recurrent, aim, few);
      if (!graph) return graph.diag();
      if (aims == 1 && *layers == 0) return graph;
      const Result<double> noise = noise_of(r, *graph, few);
      if (!noise) return noise.diag();
      if (!best || *noise < least) best = std::move(*graph), least = *noise;
    }
    if (*layers == 0) break;
  }
  return *std::move(best);
}

}  // namespace nookc
