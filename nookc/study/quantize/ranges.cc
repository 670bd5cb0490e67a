#include "nookc/study/quantize/ranges.h"

#include <cmath>
#include <cstdlib>

#include "nookc/core/text.h"
#include "nookc/study/quantize/histogram.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/lstm.h"
#include "nookc/study/quantize/margins.h"
#include "nookc/study/quantize/svdf.h"

namespace nookc {
namespace {

// The tensors that have a range: float inputs and computed floats; for control flow only the results.
std::vector<TensorId> measured(const Graph& graph) {
  std::vector<bool> taken(graph.tensors.size());
  std::vector<TensorId> all;
  const auto take = [&](TensorId t) {
    if (t == TensorId::kNone || taken[index(t)] || graph[t].constant()) return;
    taken[index(t)] = true;
    if (graph[t].type == nook::DType::kF32 && graph[t].shape.elements() > 0) all.push_back(t);
  };
  for (TensorId t : graph.inputs) take(t);
  const std::vector<bool> inside = nodes_inside(graph);
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    for (TensorId t : graph.nodes[n].out)
      if (!inside[n] && !pads_with_least(graph, graph.nodes[n])) take(t);
  for (const RegionMark& mark : graph.regions.marks)
    for (TensorId t : mark.results) take(t);
  for (const Node& node : graph.nodes)
    if (is_float_svdf(graph, node)) take(node.in[SvdfOperands::kState]);
  return all;
}

Status measure(const Graph& graph, TensorId t, std::span<const float> values, const std::string& sample,
               Range* range) {
  float low = INFINITY, high = -INFINITY, sum = 0;
  for (float v : values) {
    low = v < low ? v : low, high = v > high ? v : high;
    sum += v * 0;  // not 0 if a value is infinite or NaN
  }
  if (sum != 0 || !std::isfinite(low) || !std::isfinite(high))
    return Diag{
        Exit::kUnsupported, "N3052", graph.file + ": tensor '" + printable(first_name(graph[t].name)) + "'",
        "holds infinities or NaN after " + sample, "scale the samples as in training: --mean and --scale"};
  range->add(low, high);
  return Done{};
}

using Ranges = std::vector<Range>;

Result<Ranges> extremes(const Network& network, const std::vector<TensorId>& tensors, const Samples& samples,
                        const Workers& workers) {
  const Graph& graph = network.graph();
  const unsigned threads = workers.count(samples.count());
  std::vector<Ranges> found(threads, Ranges(graph.tensors.size()));
  std::vector<Run> runs(threads, Run(network));
  std::vector<const Node*> recurrent;
  for (const Node& node : graph.nodes)
    if (is_float_lstm(graph, node)) recurrent.push_back(&node);
  const Status ran = over_samples(samples, workers, "calibrating", [&](const SampleCall& call) -> Status {
    if (const Status run = runs[call.worker].run(call.inputs); !run) return run;
    for (const Node* node : recurrent)
      add_cells(*node, runs[call.worker], graph, &found[call.worker][index(node->in[LstmOperands::kCell])]);
    for (TensorId t : tensors)
      if (const Status fine = measure(graph, t, runs[call.worker].real(t), samples.name(call.sample),
                                      &found[call.worker][index(t)]);
          !fine)
        return fine;
    return Done{};
  });
  if (!ran) return ran.diag();
  for (unsigned worker = 1; worker < threads; ++worker)
    for (size_t t = 0; t < found[0].size(); ++t)
      if (const Range& range = found[worker][t]; range.known) found[0][t].add(range.low, range.high);
  return found[0];
}

Result<std::vector<Histogram>> histograms(const Network& network, const std::vector<TensorId>& tensors,
                                          const Ranges& ranges, const Samples& samples,
                                          const Workers& workers) {
  const unsigned threads = workers.count(samples.count());
  std::vector<Histogram> empty(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) empty[i] = Histogram(ranges[index(tensors[i])]);
  std::vector<std::vector<Histogram>> found(threads, empty);
  std::vector<Run> runs(threads, Run(network));
  const Status ran = over_samples(samples, workers, "counting values", [&](const SampleCall& call) -> Status {
    if (const Status run = runs[call.worker].run(call.inputs); !run) return run;
    for (size_t i = 0; i < tensors.size(); ++i) found[call.worker][i].add(runs[call.worker].real(tensors[i]));
    return Done{};
  });
  if (!ran) return ran.diag();
  for (unsigned worker = 1; worker < threads; ++worker)
    for (size_t i = 0; i < tensors.size(); ++i) found[0][i].add(found[worker][i]);
  return std::move(found[0]);
}

}  // namespace

Result<RangeRule> parse_range_rule(const std::string& text) {
  if (text == "minmax") return RangeRule{};
  if (text == "mse") return RangeRule{RangeRule::Kind::kSquares, 100};
  const std::string key = "percentile=";
  if (text.starts_with(key)) {
    char* end = nullptr;
    const double percent = std::strtod(text.c_str() + key.size(), &end);
    if (end != text.c_str() + key.size() && *end == 0 && percent > 50 && percent <= 100)
      return RangeRule{RangeRule::Kind::kPercentile, percent};
  }
  return Diag{Exit::kUsage, "N2046", "--ranges", "'" + text + "' is not a rule for ranges",
              "minmax, mse, or percentile=99.9 (above 50, to 100)"};
}

Result<Calibration> calibrate(const Network& network, const Samples& samples, const RangeRule& rule,
                              const Workers& all_workers) {
  Workers workers = all_workers;
  workers.in_order = network.remembers();
  const std::vector<TensorId> tensors = measured(network.graph());
  Result<Ranges> seen = extremes(network, tensors, samples, workers);
  if (!seen) return seen.diag();
  Calibration calibration{*seen, *seen};
  if (rule.kind == RangeRule::Kind::kMinMax) return calibration;
  const Result<std::vector<Histogram>> counted = histograms(network, tensors, *seen, samples, workers);
  if (!counted) return counted.diag();
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Histogram& histogram = (*counted)[i];
    calibration.ranges[index(tensors[i])] = rule.kind == RangeRule::Kind::kSquares
                                                ? histogram.least_squares()
                                                : histogram.percentile(rule.percent);
  }
  return calibration;
}

}  // namespace nookc
