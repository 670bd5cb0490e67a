#include "nookc/study/quantize/correct_biases.h"

#include <cfloat>
#include <cmath>
#include <cstring>

#include "nookc/study/quantize/over_runs.h"

namespace nookc {
namespace {

struct Mean {
  std::vector<double> sums;  // per channel
  int64_t count = 0;
};

using Means = std::vector<Mean>;  // per tensor; empty for tensors that are not needed

// The number of channels that weights read; for FULLY_CONNECTED the length of a row, whatever the shape of
// the data.
size_t channels_of(const Graph& graph, const Node& node, const Weighted& w) {
  const bool dense = op_code(node) == nook::OpCode::kFullyConnected;
  return static_cast<size_t>(graph[node.in[dense ? w.weights : w.data]].shape.back(0));
}

Result<Means> means_of(const Network& network, const Means& wanted, const Samples& samples,
                       const Workers& all_workers) {
  const Workers workers = workers_for(network, all_workers);
  std::vector<Means> found(workers.lanes(samples.count()), wanted);
  const auto take = [&](Run& run, const SampleCall& call) -> Status {
    for (size_t t = 0; t < wanted.size(); ++t) {
      Mean& mean = found[call.lane][t];
      if (mean.sums.empty()) continue;
      const std::span<const float> values = run.real(TensorId{static_cast<uint32_t>(t)});
      const size_t channels = mean.sums.size();
      for (size_t i = 0; i < values.size(); i += channels)
        for (size_t c = 0; c < channels && i + c < values.size(); ++c)
          mean.sums[c] += static_cast<double>(values[i + c]);
      mean.count += static_cast<int64_t>(values.size() / channels);
    }
    return Done{};
  };
  if (const Status ran = over_runs(network, samples, workers, "correcting biases", take); !ran)
    return ran.diag();
  for (size_t lane = 1; lane < found.size(); ++lane) {
    for (size_t t = 0; t < wanted.size(); ++t) {
      found[0][t].count += found[lane][t].count;
      for (size_t c = 0; c < wanted[t].sums.size(); ++c) found[0][t].sums[c] += found[lane][t].sums[c];
    }
  }
  return std::move(found[0]);
}

// The average difference between each sum and the sum with float weights.
std::vector<double> errors_of(const Tensor& weights, const Tensor& rounded, const OpRule& rule,
                              const Mean& mean) {
  const std::vector<float> exact = floats(weights);
  const size_t outputs = static_cast<size_t>(weights.shape.dim[rule.channel_axis]);
  size_t inner = 1;
  for (int d = rule.channel_axis + 1; d < weights.shape.rank; ++d)
    inner *= static_cast<size_t>(weights.shape.dim[d]);
  const size_t inputs = static_cast<size_t>(weights.shape.back(0));
  const bool by_channel = rounded.scales.size() > 1;
  std::vector<double> errors(outputs, 0);
  for (size_t i = 0; i < exact.size(); ++i) {
    const size_t out = i / inner % outputs;
    const size_t in = i % inputs * mean.sums.size() / inputs;  // several inputs of one channel share its mean
    const auto q = static_cast<int8_t>((*rounded.data)[i]);
    const double scale = static_cast<double>(rounded.scales[by_channel ? out : 0]);
    errors[out] +=
        (scale * q - static_cast<double>(exact[i])) * mean.sums[in] / static_cast<double>(mean.count);
  }
  return errors;
}

}  // namespace

TensorId corrected_bias(Graph& graph, TensorId bias, const std::vector<double>& errors) {
  Tensor made = graph[bias];
  std::vector<float> values = floats(made);
  for (size_t c = 0; c < values.size(); ++c)
    if (const double value = double{values[c]} - errors[c]; std::abs(value) <= double{FLT_MAX})
      values[c] = static_cast<float>(value);
  auto bytes = std::make_shared<Bytes>(made.data->size());
  std::memcpy(bytes->data(), values.data(), bytes->size());
  made.data = bytes;
  return graph.add(std::move(made));
}

Result<int> correct_biases(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                           const Given* given, const WeightOptions& options, const Workers& workers) {
  Means wanted(graph.tensors.size());
  const auto corrected = [&](size_t n) {
    const auto w = precisions[n] == Precision::kFloat ? std::nullopt : weighted(graph, graph.nodes[n]);
    const bool known = w && w->has_bias && w->rule->channel_axis >= 0 && w->data < w->weights;
    // Excludes grouped convolutions: each group reads only some of the channels.
    if (known && op_code(graph.nodes[n]) == nook::OpCode::kConv2D &&
        graph[graph.nodes[n].in[w->weights]].shape.back(0) != graph[graph.nodes[n].in[w->data]].shape.back(0))
      return std::optional<Weighted>{};
    return known && weight_bits(*w, precisions[n], options) == 8 ? w : std::nullopt;
  };
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    if (const auto w = corrected(n))
      wanted[index(graph.nodes[n].in[w->data])].sums.assign(channels_of(graph, graph.nodes[n], *w), 0);
  Means means;
  {
    const Result<Network> network = Network::make(graph);
    if (!network) return network.diag();
    Result<Means> found = means_of(*network, wanted, samples, workers);
    if (!found) return found.diag();
    means = std::move(*found);
  }
  int changed = 0;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const auto w = corrected(n);
    Node& node = graph.nodes[n];
    // Two readers may see one tensor in different shapes.
    if (!w || means[index(node.in[w->data])].sums.size() != channels_of(graph, node, *w)) continue;
    const Tensor& weights = graph[node.in[w->weights]];
    const int axis = weight_axis(node, *w, given, options);
    const Tensor rounded = quantized_weights(weights, weight_scales(weights, axis, 8), axis, 8);
    const std::vector<double> errors = errors_of(weights, rounded, *w->rule, means[index(node.in[w->data])]);
    node.in[w->bias] = corrected_bias(graph, node.in[w->bias], errors);
    ++changed;
  }
  return changed;
}

}  // namespace nookc
