// Rounding the matrices of recurrent layers together.
#include "nookc/study/quantize/round_recurrent.h"

#include <cmath>
#include <cstring>

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "nookc/study/quantize/network.h"
#include "tests/quantize/files.h"
#include "tests/quantize/first_output.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::first_output, test::Floats;

constexpr int32_t kIn = 4, kCells = 8, kSteps = 12;
enum Kind { kLstm, kGruBefore, kGruAfter, kRnn, kKinds };

std::vector<float> drawn(test::Rng& rng, int32_t count, float most) {
  std::vector<float> all(static_cast<size_t>(count));
  for (float& v : all) v = rng.real(-most, most);
  return all;
}

// A network of one layer, whose result is the last hidden state.
struct Layer {
  Floats f;
  size_t gates = 1;

  Layer(test::Rng& rng, Kind kind, bool has_biases) {
    size_t biases = 1, operands = 6;
    Attrs attrs;
    if (kind == kLstm) {
      nook::LstmLayer::Attrs lstm;
      lstm.sequence = false, lstm.last = true;
      attrs = lstm, gates = 4, biases = 4, operands = 19;
    } else if (kind == kRnn) {
      nook::RnnLayer::Attrs rnn;
      rnn.sequence = false, rnn.last = true, attrs = rnn;
    } else {
      nook::GruLayer::Attrs gru;
      gru.sequence = false, gru.last = true, gru.reset_after = kind == kGruAfter;
      attrs = gru, gates = 3, biases = kind == kGruAfter ? 4 : 3, operands = 13;
    }
    std::vector<TensorId> in(operands, TensorId::kNone);
    in[0] = f.input("x", {1, kSteps, kIn});
    for (size_t i = 0; i < 2 * gates; ++i) {
      const int32_t width = i < gates ? kIn : kCells;
      in[1 + i] = f.constant("w", {kCells, width}, drawn(rng, kCells * width, 0.7f));
    }
    const size_t first = kind == kLstm ? 12 : 1 + 2 * gates;
    for (size_t i = 0; i < biases && has_biases; ++i)
      in[first + i] = f.constant("b", {kCells}, drawn(rng, kCells, 0.5f));
    f.output(f.node(attrs, in, "y", {1, kCells}));
  }
};

double square_error(const Graph& exact, const Graph& rounded, const std::vector<Bytes>& inputs) {
  double sum = 0;
  for (const Bytes& input : inputs) {
    const std::vector<float> want = first_output(exact, input), have = first_output(rounded, input);
    for (size_t i = 0; i < want.size(); ++i) sum += std::pow(static_cast<double>(want[i] - have[i]), 2);
  }
  return sum;
}

Graph nearest(const Layer& layer) {
  Graph graph = layer.f.graph;
  for (size_t i = 1; i <= 2 * layer.gates; ++i) {
    Tensor& matrix = graph[graph.nodes[0].in[i]];
    const float scale = weight_scales(matrix, -1, 8)[0];
    std::vector<float> values = floats(matrix);
    for (float& v : values) v = std::round(v / scale) * scale;
    auto bytes = std::make_shared<Bytes>(values.size() * sizeof(float));
    std::memcpy(bytes->data(), values.data(), bytes->size());
    matrix.data = bytes;
  }
  return graph;
}

}  // namespace

TEST(recurrent_layers_whose_matrices_are_rounded_together_compute_nearly_the_same) {
  test::Rng rng(46);
  double joined[kKinds] = {}, apart[kKinds] = {}, alone[kKinds] = {};
  for (int trial = 0; trial < 6 * kKinds; ++trial) {
    const auto kind = static_cast<Kind>(trial % kKinds);
    const Layer layer(rng, kind, trial % 3 > 0);
    const test::Folder folder;
    std::vector<Bytes> inputs;
    for (int s = 0; s < 24; ++s) {
      std::vector<float> values(kSteps * kIn);
      float level[kIn] = {};
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = level[i % kIn] = 0.8f * level[i % kIn] + rng.real(-0.5f, 0.7f);
      const std::string bytes = test::bytes_of(values);
      folder.write("run" + std::to_string(s) + "_input0.bin", bytes);
      inputs.emplace_back(bytes.size());
      std::memcpy(inputs.back().data(), bytes.data(), bytes.size());
    }
    const auto samples = Samples::open(layer.f.graph, folder.path(), {});
    EXPECT(samples);
    if (!samples) continue;
    for (const RoundedSums sums : {RoundedSums::kJoined, RoundedSums::kApart}) {
      Graph graph = layer.f.graph;
      const auto count = round_recurrent(graph, {Precision::kInt8}, *samples, sums, {});
      EXPECT(count && *count == 1);
      for (size_t i = 1; i <= 2 * layer.gates; ++i) {
        const Tensor &before = layer.f.graph[layer.f.graph.nodes[0].in[i]],
                     &after = graph[graph.nodes[0].in[i]];
        EXPECT(weight_scales(before, -1, 8) == weight_scales(after, -1, 8));
        EXPECT(floats(before) != floats(after));
      }
      (sums == RoundedSums::kJoined ? joined : apart)[kind] += square_error(layer.f.graph, graph, inputs);
    }
    alone[kind] += square_error(layer.f.graph, nearest(layer), inputs);
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    if (joined[kind] >= 0.6 * alone[kind] || apart[kind] >= 0.8 * alone[kind])
      printf("kind %d: %g joined, %g apart of %g\n", kind, joined[kind], apart[kind], alone[kind]);
    EXPECT(joined[kind] < 0.6 * alone[kind] && apart[kind] < 0.8 * alone[kind]);
  }
}

TEST(layers_of_16_bits_and_float_layers_are_not_rounded) {
  test::Rng rng(47);
  const Layer layer(rng, kLstm, true);
  const test::Folder folder;
  folder.write("run0_input0.bin", test::bytes_of(drawn(rng, kSteps * kIn, 1)));
  const auto samples = Samples::open(layer.f.graph, folder.path(), {});
  for (const Precision precision : {Precision::kInt16, Precision::kFloat}) {
    Graph graph = layer.f.graph;
    const auto count = round_recurrent(graph, {precision}, *samples, RoundedSums::kJoined, {});
    EXPECT(count && *count == 0 && graph.nodes[0].in == layer.f.graph.nodes[0].in);
  }
}
