#include "nookc/study/quantize/round_recurrent.h"

#include <algorithm>
#include <cstring>

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nookc/study/quantize/correct_biases.h"
#include "nookc/study/quantize/over_runs.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/round_together.h"

namespace nookc {
namespace {

constexpr size_t kLeastVectors = 1024, kMostVectors = 4096;  // steps that are looked at, of all samples
constexpr uint64_t kMostProducts = uint64_t{1} << 32;        // for the candidates of a GRU

struct Layer {
  size_t node;
  RecurrentOperands operands;
  RecurrentVectors shape;
  size_t each = 0;            // vectors from one sample
  std::vector<float> values;  // [sample][vector][element]
  std::vector<size_t> found;  // per sample: the number of its vectors
};

std::vector<Layer> layers_of(const Graph& graph, const std::vector<Precision>& precisions, size_t samples) {
  std::vector<Layer> layers;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    if (precisions[n] != Precision::kInt8) continue;
    const RecurrentVectors shape = recurrent_vectors(graph, graph.nodes[n]);
    if (shape.size() == 0 || shape.steps == 0) continue;
    const size_t wanted = std::clamp(16 * shape.size(), kLeastVectors, kMostVectors);
    const size_t each = std::min(shape.steps, (wanted + samples - 1) / samples);
    layers.push_back({n, *float_recurrent(graph, graph.nodes[n]), shape, each,
                      std::vector<float>(samples * each * shape.size()), std::vector<size_t>(samples)});
  }
  return layers;
}

Status read_vectors(const Graph& graph, std::vector<Layer>& layers, const Samples& samples,
                    const Workers& workers) {
  const Result<Network> network = Network::make(graph);
  if (!network) return network.diag();
  const size_t count = std::min(samples.count(), workers.most);
  const auto take = [&](Run& run, const SampleCall& call) -> Status {
    for (Layer& layer : layers) {
      std::vector<size_t> steps(layer.each);
      for (size_t i = 0; i < layer.each; ++i)
        steps[i] = one_of(layer.shape.steps, layer.each, i, call.turn, count);
      const size_t size = layer.each * layer.shape.size();
      layer.found[call.turn] = read_steps(graph.nodes[layer.node], run, graph, steps,
                                          std::span(layer.values).subspan(call.turn * size, size));
    }
    return Done{};
  };
  return over_runs(*network, samples, workers, "rounding", take);
}

// Calls take(x, hidden, reset) for each vector.
template <class Take>
void for_each_vector(const Layer& layer, const Take& take) {
  const RecurrentVectors& shape = layer.shape;
  for (size_t s = 0; s < layer.found.size(); ++s)
    for (size_t i = 0; i < layer.found[s]; ++i) {
      const std::span<const float> all =
          std::span(layer.values).subspan((s * layer.each + i) * shape.size(), shape.size());
      take(all.first(shape.in), all.subspan(shape.in, shape.cells), all.subspan(shape.in + shape.cells));
    }
}

// The weights of a layer while they are rounded, by operand, and the losses of biases.
struct Rounding {
  std::vector<std::vector<float>> weights, scales;
  std::vector<std::vector<double>> lost;  // empty: there is no such bias

  Rounding(const Graph& graph, const Layer& layer) {
    const Node& node = graph.nodes[layer.node];
    weights.resize(node.in.size()), scales.resize(node.in.size()), lost.resize(node.in.size());
    for (size_t i = 1; i <= 2 * layer.operands.gates; ++i) {
      const Tensor& matrix = graph[node.in[i]];
      weights[i] = floats(matrix);
      scales[i].assign(weights[i].size(), weight_scales(matrix, -1, 8)[0]);
    }
    const size_t first = layer.operands.bias;
    for (size_t i = first; i < first + layer.operands.biases && i < node.in.size(); ++i)
      if (node.in[i] != TensorId::kNone) lost[i].assign(layer.shape.cells, 0);
  }
  bool has_bias(size_t operand) const { return operand < lost.size() && !lost[operand].empty(); }
};

// Rows [first, first + count) of some matrices as one matrix, whose sums have these biases.
UnroundedRows rows_of(const Rounding& all, const std::vector<size_t>& matrices, size_t cells, size_t first,
                      size_t count, size_t biases) {
  UnroundedRows rows{{}, {}, count, 8, biases};
  for (size_t r = first; r < first + count; ++r)
    for (const size_t m : matrices) {
      const auto width = static_cast<std::ptrdiff_t>(all.weights[m].size() / cells),
                 at = static_cast<std::ptrdiff_t>(r) * width;
      rows.weights.insert(rows.weights.end(), all.weights[m].begin() + at,
                          all.weights[m].begin() + at + width);
      rows.scales.insert(rows.scales.end(), all.scales[m].begin() + at, all.scales[m].begin() + at + width);
    }
  return rows;
}

void round_rows(Rounding& all, const std::vector<size_t>& matrices, const std::vector<size_t>& biases,
                size_t cells, size_t first, size_t count, const Moments& moments) {
  const RoundedRows made =
      round_together(rows_of(all, matrices, cells, first, count, biases.size()), moments);
  auto next = made.weights.begin();
  for (size_t r = first; r < first + count; ++r)
    for (const size_t m : matrices) {
      const auto width = static_cast<std::ptrdiff_t>(all.weights[m].size() / cells);
      std::copy_n(next, width, all.weights[m].begin() + static_cast<std::ptrdiff_t>(r) * width);
      next += width;
    }
  for (size_t r = 0; r < count; ++r)
    for (size_t b = 0; b < biases.size(); ++b)
      all.lost[biases[b]][first + r] += made.errors[r * biases.size() + b];
}

// The candidate of a GRU whose reset gate multiplies the sum over the hidden state: that sum counts by
// another factor in each unit, so that each unit has moments of its own.
void round_candidate(Rounding& all, const Layer& layer) {
  const RecurrentVectors& shape = layer.shape;
  const size_t of_x = 3, of_hidden = 6, bias = layer.operands.bias + 2, cells = shape.cells;
  std::vector<size_t> biases;
  for (const size_t b : {bias, bias + 1})
    if (all.has_bias(b)) biases.push_back(b);
  const size_t size = shape.in + cells + biases.size();
  std::vector<float> vector(size);
  for (size_t u = 0; u < cells; ++u) {
    Moments moments;
    for_each_vector(layer, [&](auto x, auto hidden, auto reset) {
      float* next = std::copy(x.begin(), x.end(), vector.data());
      for (const float h : hidden) *next++ = reset[u] * h;
      for (const size_t b : biases) *next++ = b == bias ? 1.0f : reset[u];
      moments.add(std::span<const float>(vector));
    });
    round_rows(all, {of_x, of_hidden}, biases, cells, u, 1, moments);
  }
}

// Matrices whose products are added: of x and of the hidden state, after the reset gate for `kept`. Or one of
// the two alone.
void round_sum(Rounding& all, const Layer& layer, const std::vector<size_t>& matrices, size_t bias,
               bool kept) {
  const size_t gates = layer.operands.gates;
  std::vector<size_t> biases;
  if (all.has_bias(bias)) biases.push_back(bias);
  Moments moments;
  std::vector<float> vector;
  for_each_vector(layer, [&](auto x, auto hidden, auto reset) {
    vector.clear();
    for (const size_t m : matrices) {
      if (m <= gates) vector.insert(vector.end(), x.begin(), x.end());
      for (size_t u = 0; m > gates && u < hidden.size(); ++u)
        vector.push_back(kept ? hidden[u] * reset[u] : hidden[u]);
    }
    if (!biases.empty()) vector.push_back(1);
    moments.add(std::span<const float>(vector));
  });
  round_rows(all, matrices, biases, layer.shape.cells, 0, layer.shape.cells, moments);
}

void round_layer(Graph& graph, const Layer& layer, RoundedSums sums) {
  const RecurrentOperands& operands = layer.operands;
  const auto* const gru = Graph::attrs<nook::GruLayer>(graph.nodes[layer.node]);
  Rounding all(graph, layer);
  for (size_t gate = 0; gate < operands.gates; ++gate) {
    const size_t of_x = 1 + gate, of_hidden = 1 + operands.gates + gate, bias = operands.bias + gate;
    const bool candidate = gru && gate == 2, two_sums = candidate && gru->reset_after;
    const uint64_t size = layer.shape.in + layer.shape.cells;
    const uint64_t products = layer.values.size() / layer.shape.size() * size * size * layer.shape.cells;
    if (sums == RoundedSums::kApart || (two_sums && products > kMostProducts)) {
      round_sum(all, layer, {of_x}, bias, false);
      round_sum(all, layer, {of_hidden}, bias + two_sums, candidate && !two_sums);
    } else if (two_sums) {
      round_candidate(all, layer);
    } else {
      round_sum(all, layer, {of_x, of_hidden}, bias, candidate);
    }
  }
  // graph.add() moves tensors and may move nodes' operands; none is held by reference.
  for (size_t i = 1; i <= 2 * operands.gates; ++i) {
    Tensor matrix = graph[graph.nodes[layer.node].in[i]];
    auto bytes = std::make_shared<Bytes>(all.weights[i].size() * sizeof(float));
    std::memcpy(bytes->data(), all.weights[i].data(), bytes->size());
    matrix.data = bytes;
    const TensorId made = graph.add(std::move(matrix));
    graph.nodes[layer.node].in[i] = made;
  }
  for (size_t i = 0; i < all.lost.size(); ++i) {
    if (!all.has_bias(i)) continue;
    const TensorId made = corrected_bias(graph, graph.nodes[layer.node].in[i], all.lost[i]);
    graph.nodes[layer.node].in[i] = made;
  }
}

}  // namespace

Result<int> round_recurrent(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                            RoundedSums sums, const Workers& workers) {
  std::vector<Layer> layers = layers_of(graph, precisions, std::min(samples.count(), workers.most));
  if (layers.empty()) return 0;
  if (const Status read = read_vectors(graph, layers, samples, workers); !read) return read.diag();
  for (const Layer& layer : layers) round_layer(graph, layer, sums);
  return static_cast<int>(layers.size());
}

}  // namespace nookc
