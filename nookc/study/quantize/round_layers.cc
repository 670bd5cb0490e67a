#include "nookc/study/quantize/round_layers.h"

#include <algorithm>
#include <cstring>

#include "nookc/study/quantize/correct_biases.h"
#include "nookc/study/quantize/over_runs.h"
#include "nookc/study/quantize/patches.h"
#include "nookc/study/quantize/round_together.h"

namespace nookc {
namespace {

// The elements of a filter, at most: its moments have the square of this number.
constexpr size_t kMostElements = 1024;
// The elements of all vectors of a layer, and of all layers whose vectors are kept at a time.
constexpr size_t kLayerFloats = size_t{1} << 22, kMostFloats = 8 * kLayerFloats;

struct Layer {
  size_t node;
  Weighted operands;
  Patches patches;
  size_t each = 0;             // vectors from one sample
  std::vector<float> vectors;  // [sample][group][vector][element]

  size_t per_sample() const { return patches.groups() * each * patches.size(); }
};

std::vector<Layer> layers_of(const Graph& graph, const std::vector<Precision>& precisions, size_t samples) {
  std::vector<int> readers(graph.tensors.size());
  for (const Node& node : graph.nodes)
    for (TensorId t : node.in)
      if (!node.erased() && t != TensorId::kNone) ++readers[index(t)];
  std::vector<Layer> layers;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const auto w = precisions[n] == Precision::kFloat ? std::nullopt : weighted(graph, node);
    if (!w || w->rule->channel_axis < 0 || readers[index(node.in[w->weights])] != 1) continue;
    const bool no_bias = node.in.size() <= w->bias || node.in[w->bias] == TensorId::kNone;
    const std::optional<Patches> patches =
        w->has_bias || no_bias ? Patches::of(graph, node, *w) : std::nullopt;
    if (!patches || patches->size() == 0 || patches->size() > kMostElements || patches->places() == 0)
      continue;
    const size_t wanted = kLayerFloats / (patches->size() * patches->groups()) + 1;
    layers.push_back({n, *w, *patches, std::min(patches->places(), (wanted + samples - 1) / samples), {}});
  }
  return layers;
}

// Keeps vectors of the first layers from `layers` on that there is room for; returns the one after the last.
Result<size_t> read_vectors(const Graph& graph, std::span<Layer> layers, const Samples& samples,
                            const Workers& workers) {
  const Result<Network> network = Network::make(graph);
  if (!network) return network.diag();
  const size_t count = std::min(samples.count(), workers.most);
  size_t taken = 0;
  for (size_t floats = 0; taken < layers.size(); ++taken) {
    floats += count * layers[taken].per_sample();
    if (taken > 0 && floats > kMostFloats) break;
    layers[taken].vectors.resize(count * layers[taken].per_sample());
  }
  const auto take = [&](Run& run, const SampleCall& call) -> Status {
    for (Layer& layer : layers.first(taken)) {
      const Patches& patches = layer.patches;
      const std::span<const float> x = run.real(graph.nodes[layer.node].in[layer.operands.data]);
      std::span<float> to = std::span(layer.vectors).subspan(call.turn * layer.per_sample());
      for (size_t group = 0; group < patches.groups(); ++group)
        for (size_t i = 0; i < layer.each; ++i, to = to.subspan(patches.size())) {
          const size_t place = one_of(patches.places(), layer.each, i, call.turn, count);
          patches.read(x, group, place, to.first(patches.size()));
        }
    }
    return Done{};
  };
  if (const Status ran = over_runs(*network, samples, workers, "rounding", take); !ran) return ran.diag();
  return taken;
}

// The moments of a group's vectors, followed by a 1 for the bias. For averages of images, the average vector
// of each sample counts as much as the sum of the differences from it.
Moments moments_of(const Layer& layer, size_t group, RoundingAim aim) {
  Moments moments;
  const size_t size = layer.patches.size(), samples = layer.vectors.size() / layer.per_sample();
  std::vector<float> row(size + layer.operands.has_bias), sum(row.size());
  for (size_t s = 0; s < samples; ++s) {
    const float* next = layer.vectors.data() + s * layer.per_sample() + group * layer.each * size;
    std::ranges::fill(sum, 0.0f);
    for (size_t i = 0; i < layer.each; ++i, next += size) {
      std::copy_n(next, size, row.begin());
      if (layer.operands.has_bias) row.back() = 1;
      moments.add(std::span<const float>(row));
      for (size_t j = 0; j < row.size(); ++j) sum[j] += row[j];
    }
    if (aim == RoundingAim::kAverages && layer.each > 1) moments.add(std::span<const float>(sum));
  }
  return moments;
}

void round_layer(Graph& graph, const Layer& layer, int axis, int bits, RoundingAim aim) {
  const Patches& patches = layer.patches;
  const Weighted& w = layer.operands;
  const std::vector<TensorId> operands = graph.nodes[layer.node].in;
  Tensor rounded = graph[operands[w.weights]];
  std::vector<float> weights = floats(rounded);
  const std::vector<float> scales = weight_scales(rounded, axis, bits);
  std::vector<double> errors(patches.groups() * patches.outputs());
  for (size_t group = 0; group < patches.groups(); ++group) {
    UnroundedRows rows{{}, {}, patches.outputs(), bits, size_t{w.has_bias}};
    for (size_t o = 0; o < patches.outputs(); ++o) {
      rows.scales.insert(rows.scales.end(), patches.size(),
                         scales[scales.size() > 1 ? patches.channel(group, o) : 0]);
      for (size_t i = 0; i < patches.size(); ++i)
        rows.weights.push_back(weights[patches.weight(group, o, i)]);
    }
    const RoundedRows made = round_together(rows, moments_of(layer, group, aim));
    for (size_t o = 0; o < patches.outputs(); ++o) {
      if (w.has_bias) errors[patches.channel(group, o)] = made.errors[o];
      for (size_t i = 0; i < patches.size(); ++i)
        weights[patches.weight(group, o, i)] = made.weights[o * patches.size() + i];
    }
  }
  auto bytes = std::make_shared<Bytes>(weights.size() * sizeof(float));
  std::memcpy(bytes->data(), weights.data(), bytes->size());
  rounded.data = bytes;
  const TensorId made = graph.add(std::move(rounded));
  graph.nodes[layer.node].in[w.weights] = made;
  if (w.has_bias) {
    const TensorId bias = corrected_bias(graph, operands[w.bias], errors);
    graph.nodes[layer.node].in[w.bias] = bias;
  }
}

}  // namespace

bool has_places(const Graph& graph, const std::vector<Precision>& precisions) {
  return std::ranges::any_of(layers_of(graph, precisions, 1),
                             [](const Layer& layer) { return layer.patches.places() > 1; });
}

Result<int> round_layers(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                         const Given* given, const WeightOptions& options, RoundingAim aim,
                         const Workers& workers) {
  std::vector<Layer> layers = layers_of(graph, precisions, std::min(samples.count(), workers.most));
  if (aim == RoundingAim::kSingle)
    std::erase_if(layers, [](const Layer& layer) { return layer.patches.places() > 1; });
  const Graph original = graph;
  for (std::span<Layer> left = layers; !left.empty();) {
    const Result<size_t> taken = read_vectors(original, left, samples, workers);
    if (!taken) return taken.diag();
    for (Layer& layer : left.first(*taken)) {
      const int axis = weight_axis(graph.nodes[layer.node], layer.operands, given, options);
      round_layer(graph, layer, axis, weight_bits(layer.operands, precisions[layer.node], options), aim);
      layer.vectors = {};
    }
    left = left.subspan(*taken);
  }
  return static_cast<int>(layers.size());
}

}  // namespace nookc
