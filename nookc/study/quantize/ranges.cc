#include "nookc/study/quantize/ranges.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>

#include "nookc/core/text.h"
#include "nookc/study/quantize/constants.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/lstm.h"
#include "nookc/study/quantize/margins.h"
#include "nookc/study/quantize/masks.h"
#include "nookc/study/quantize/observed.h"
#include "nookc/study/quantize/over_runs.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/svdf.h"

namespace nookc {
namespace {

// Infinities that mask count as the largest floats.
void measure_masked(std::span<const float> values, Range* range) {
  for (const float v : values) {
    const double finite = std::clamp(double{v}, double{-FLT_MAX}, double{FLT_MAX}) + 0.0;
    range->add(finite, finite);
  }
}

Status measure(const Graph& graph, TensorId t, std::span<const float> values, bool masked,
               const std::string& sample, Range* range) {
  // Several of each, which do not wait for one another.
  constexpr size_t kLanes = 8;
  float lows[kLanes], highs[kLanes], sums[kLanes] = {};
  std::ranges::fill(lows, INFINITY), std::ranges::fill(highs, -INFINITY);
  const auto take = [&](float v, size_t lane) {
    lows[lane] = v < lows[lane] ? v : lows[lane], highs[lane] = v > highs[lane] ? v : highs[lane];
    sums[lane] += v * 0;  // not 0 if a value is infinite or NaN
  };
  size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes)
    for (size_t lane = 0; lane < kLanes; ++lane) take(values[i + lane], lane);
  for (; i < values.size(); ++i) take(values[i], 0);
  float sum = 0;
  for (const float each : sums) sum += each;
  // A zero is positive, whatever lane it was found in.
  const float low = *std::ranges::min_element(lows) + 0.0f, high = *std::ranges::max_element(highs) + 0.0f;
  const bool finite = sum == 0 && std::isfinite(low) && std::isfinite(high);
  if (!finite && masked && std::ranges::none_of(values, [](float v) { return std::isnan(v); })) {
    measure_masked(values, range);
    return Done{};
  }
  if (!finite)
    return Diag{
        Exit::kUnsupported, "N3052", graph.file + ": tensor '" + printable(first_name(graph[t].name)) + "'",
        "holds infinities or NaN after " + sample, "scale the samples as in training: --mean and --scale"};
  range->add(low, high);
  return Done{};
}

using Ranges = std::vector<Range>;

// The extremes of tensors and, per node, of the states of recurrent layers and the largest scores of rows.
struct Extremes {
  Ranges tensors, hidden, cells, peaks;

  explicit Extremes(const Graph& graph)
      : tensors(graph.tensors.size()),
        hidden(graph.nodes.size()),
        cells(graph.nodes.size()),
        peaks(graph.nodes.size()) {}
  void add(const Extremes& other) {
    const auto join = [](Ranges& to, const Ranges& from) {
      for (size_t i = 0; i < to.size(); ++i)
        if (from[i].known) to[i].add(from[i].low, from[i].high);
    };
    join(tensors, other.tensors), join(hidden, other.hidden), join(cells, other.cells),
        join(peaks, other.peaks);
  }
};

// Adds the values after each step of recurrent layers; tensors may hold the last ones only.
void add_steps(const Graph& graph, Run& run, Extremes* to) {
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (is_float_lstm(graph, node))
      add_cells(node, run, graph, &to->tensors[index(node.in[LstmOperands::kCell])]);
    if (!float_recurrent(graph, node)) continue;
    Range hidden;
    add_states(node, run, graph, &hidden, &to->cells[n]);
    if (!hidden.known) continue;
    to->hidden[n].add(hidden.low, hidden.high);
    to->tensors[index(node.out[0])].add(hidden.low, hidden.high);
  }
}

// Adds the largest scores of the rows of each float SOFTMAX.
void add_rows(const Graph& graph, Run& run, const std::vector<bool>& masked, Extremes* to) {
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (!node.erased() && !node.in.empty() && reads_scores(graph, node) && masked[index(node.in[0])])
      add_peaks(graph, node, run.real(node.in[0]), &to->peaks[n]);
  }
}

Result<Extremes> extremes(const Network& network, const std::vector<TensorId>& tensors,
                          const Samples& samples, const Workers& workers) {
  const Graph& graph = network.graph();
  const unsigned threads = workers.count(samples.count());
  std::vector<Extremes> found(threads, Extremes(graph));
  const std::vector<bool> masked = masked_tensors(graph);
  const auto take = [&](Run& run, const SampleCall& call) -> Status {
    Extremes& to = found[call.worker];
    for (TensorId t : tensors)
      if (const Status fine = measure(graph, t, run.real(t), masked[index(t)], samples.name(call.sample),
                                      &to.tensors[index(t)]);
          !fine)
        return fine;
    add_steps(graph, run, &to), add_rows(graph, run, masked, &to);
    return Done{};
  };
  if (const Status ran = over_runs(network, samples, workers, "calibrating", take); !ran) return ran.diag();
  for (unsigned worker = 1; worker < threads; ++worker) found[0].add(found[worker]);
  return found[0];
}

Result<std::vector<Histogram>> histograms(const Network& network, const std::vector<TensorId>& tensors,
                                          const Ranges& ranges, const Samples& samples,
                                          const Workers& workers) {
  const unsigned threads = workers.count(samples.count());
  std::vector<Histogram> empty(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) empty[i] = Histogram(ranges[index(tensors[i])]);
  std::vector<std::vector<Histogram>> found(threads, empty);
  const auto take = [&](Run& run, const SampleCall& call) -> Status {
    for (size_t i = 0; i < tensors.size(); ++i) found[call.worker][i].add(run.real(tensors[i]));
    return Done{};
  };
  if (const Status ran = over_runs(network, samples, workers, "counting values", take); !ran)
    return ran.diag();
  for (unsigned worker = 1; worker < threads; ++worker)
    for (size_t i = 0; i < tensors.size(); ++i) found[0][i].add(found[worker][i]);
  return std::move(found[0]);
}

}  // namespace

// Float inputs and computed floats; for control flow only the results.
std::vector<TensorId> measured_tensors(const Graph& graph) {
  std::vector<bool> taken(graph.tensors.size());
  std::vector<TensorId> all;
  const auto take = [&](TensorId t) {
    if (t == TensorId::kNone || taken[index(t)] || graph[t].constant()) return;
    taken[index(t)] = true;
    if (graph[t].type == nook::DType::kF32 && graph[t].shape.elements() > 0) all.push_back(t);
  };
  for (TensorId t : graph.inputs) take(t);
  const std::vector<bool> inside = nodes_inside(graph);
  // The limits of the leaves of decision trees are NaN.
  const auto has_nan_limits = [&](const Node& node) {
    return !node.erased() && op_code(node) == nook::OpCode::kGather && graph[node.in[0]].constant() &&
           graph[node.in[0]].type == nook::DType::kF32 && has_nan(graph[node.in[0]]);
  };
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    for (TensorId t : graph.nodes[n].out)
      if (!inside[n] && !pads_with_least(graph, graph.nodes[n]) && !has_nan_limits(graph.nodes[n])) take(t);
  for (const RegionMark& mark : graph.regions.marks)
    for (TensorId t : mark.results) take(t);
  for (const Node& node : graph.nodes)
    if (is_float_svdf(graph, node)) take(node.in[SvdfOperands::kState]);
  return all;
}

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

Result<Observed> observe(const Network& network, const Samples& samples, const Workers& workers) {
  Result<Extremes> found =
      extremes(network, measured_tensors(network.graph()), samples, workers_for(network, workers));
  if (!found) return found.diag();
  return Observed{std::move(found->tensors),
                  std::move(found->hidden),
                  std::move(found->cells),
                  std::move(found->peaks),
                  {}};
}

Status count_values(const Network& network, const Samples& samples, const Workers& workers,
                    Observed* observed) {
  Result<std::vector<Histogram>> counted = histograms(network, measured_tensors(network.graph()),
                                                      observed->seen, samples, workers_for(network, workers));
  if (!counted) return counted.diag();
  observed->counts = std::move(*counted);
  return Done{};
}

Result<Calibration> calibrate(const Network& network, const Samples& samples, const RangeRule& rule,
                              const Workers& workers) {
  Result<Observed> observed = observe(network, samples, workers);
  if (!observed) return observed.diag();
  if (rule.kind != RangeRule::Kind::kMinMax)
    if (const Status counted = count_values(network, samples, workers, &*observed); !counted)
      return counted.diag();
  return calibration_of(network.graph(), *observed, rule);
}

}  // namespace nookc
