// Random networks trained for few bits: the integers must equal the float graph in every sample.
#include "nookc/middle/passes/few_bits.h"

#include <cmath>
#include <cstring>

#include "nook/ops/cast/cast_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/few_bits/few_bits_op.h"
#include "nook/ops/greater_equal/greater_equal_op.h"
#include "nook/ops/levels/levels_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/round/round_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/network.h"
#include "tests/test.h"

using namespace nookc;

namespace {

using TrainedShape = std::vector<int32_t>;

// A float graph, operator by operator, as the importer of ONNX writes it.
struct TrainedGraph {
  Graph graph;

  TrainedGraph() { graph.file = "few_bits.onnx", graph.description = "ONNX"; }

  TensorId tensor(const TrainedShape& shape, nook::DType type = nook::DType::kF32) {
    Tensor t;
    t.name = "t" + std::to_string(graph.tensors.size());
    t.type = type, t.shape.rank = static_cast<uint8_t>(shape.size());
    for (size_t i = 0; i < shape.size(); ++i) t.shape.dim[i] = shape[i];
    return graph.add(std::move(t));
  }
  TensorId constant(const TrainedShape& shape, const std::vector<float>& values) {
    const TensorId t = tensor(shape);
    Bytes bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    graph[t].data = std::make_shared<Bytes>(std::move(bytes));
    return t;
  }
  TensorId number(float value) { return constant({1, 1}, {value}); }
  TrainedShape dims(TensorId t) const {
    const nook::Shape& s = graph[t].shape;
    return TrainedShape(s.dim, s.dim + s.rank);
  }
  TensorId op(Attrs attrs, std::vector<TensorId> in, nook::DType type = nook::DType::kF32) {
    const TensorId y = tensor(dims(in[0]), type);
    return give(std::move(attrs), std::move(in), y);
  }
  TensorId give(Attrs attrs, std::vector<TensorId> in, TensorId y) {
    Node node;
    node.attrs = std::move(attrs), node.in = std::move(in), node.out = {y};
    graph.nodes.push_back(std::move(node));
    return y;
  }

  // QONNX's Quant and BipolarQuant.
  TensorId quant(TensorId x, float scale, float least, float most) {
    x = op(nook::Div::Attrs{}, {x, number(scale)});
    x = op(nook::Minimum::Attrs{}, {x, number(most)});
    x = op(nook::Maximum::Attrs{}, {x, number(least)});
    x = op(nook::Round::Attrs{}, {x});
    return op(nook::Mul::Attrs{}, {x, number(scale)});
  }
  TensorId bipolar(TensorId x, float scale) {
    x = op(nook::GreaterEqual::Attrs{}, {x, number(0)}, nook::DType::kBool);
    x = op(nook::Cast::Attrs{}, {x});
    x = op(nook::Mul::Attrs{}, {x, number(2)});
    x = op(nook::Sub::Attrs{}, {x, number(1)});
    return op(nook::Mul::Attrs{}, {x, number(scale)});
  }
};

// Scales are powers of two, so that float sums are exact: the float graph has one right answer.
class TrainedNetwork {
 public:
  explicit TrainedNetwork(uint32_t seed) : rng_(seed) {
    int32_t depth = rng_.in(1, 90);
    const bool image = rng_.in(0, 2) == 0 && depth % 2 == 0;
    TensorId x = net.tensor(image ? TrainedShape{1, depth / 2, 2} : TrainedShape{rng_.in(1, 3), depth});
    net.graph.inputs = {x};
    x = quantized(net.op(nook::Mul::Attrs{}, {x, net.number(2)}));
    if (image) {
      const TensorId sizes = net.tensor({2}, nook::DType::kS32);
      const TrainedShape to = {1, depth};
      Bytes bytes(8);
      std::memcpy(bytes.data(), to.data(), 8);
      net.graph[sizes].data = std::make_shared<Bytes>(std::move(bytes));
      x = net.give(nook::Reshape::Attrs{}, {x, sizes}, net.tensor(to));
    }
    for (int32_t layers = rng_.in(1, 3); layers > 0; --layers) x = quantized(normalized(dense(x)));
    x = dense(x);
    net.graph.outputs = {net.op(nook::Sub::Attrs{}, {x, net.number(0.25f)})};
    net.graph.input_names = {"x"}, net.graph.output_names = {"y"};
  }

  TrainedGraph net;

  std::vector<float> sample() {
    std::vector<float> all(static_cast<size_t>(net.graph[net.graph.inputs[0]].shape.elements()));
    for (float& v : all) v = rng_.in(0, 4) ? rng_.real(-3, 3) : static_cast<float>(rng_.in(-4, 4)) / 4;
    return all;
  }

 private:
  float power() { return std::ldexp(1.0f, rng_.in(-3, 1)); }

  TensorId quantized(TensorId x) {
    const int32_t bits = rng_.in(1, 4);
    if (bits == 1) return net.bipolar(x, power());
    const float most = static_cast<float>((1 << (bits - 1)) - 1);
    if (rng_.in(0, 1)) return net.quant(x, power(), -most - static_cast<float>(rng_.in(0, 1)), most);
    return net.quant(net.op(nook::Maximum::Attrs{}, {x, net.number(0)}), power(), 0, 2 * most + 1);
  }

  TensorId dense(TensorId x) {
    const TrainedShape shape = net.dims(x);
    const int32_t depth = shape.back(), channels = rng_.in(1, 12), bits = rng_.in(1, 5);
    std::vector<float> w;
    const bool by_channel = rng_.in(0, 1);
    float scale = power();
    for (int32_t i = 0; i < channels * depth; ++i) {
      if (by_channel && i % depth == 0) scale = power();
      const int32_t half = 1 << (bits - 1);
      w.push_back(scale * static_cast<float>(bits == 1 ? 2 * rng_.in(0, 1) - 1 : rng_.in(-half, half - 1)));
    }
    std::vector<TensorId> in = {x, net.constant({channels, depth}, w)};
    if (rng_.in(0, 1)) {
      std::vector<float> bias;
      for (int32_t c = 0; c < channels; ++c) bias.push_back(static_cast<float>(rng_.in(-8, 8)) / 8);
      in.push_back(net.constant({channels}, bias));
    }
    return net.give(fully_connected(), std::move(in), net.tensor({shape[0], channels}));
  }

  // A BatchNormalization, with factors below 0 and, sometimes, as two operators.
  TensorId normalized(TensorId x) {
    const int32_t channels = net.dims(x).back();
    std::vector<float> factors, terms;
    for (int32_t c = 0; c < channels; ++c) {
      factors.push_back(rng_.real(-2, 2) / std::sqrt(static_cast<float>(channels)));
      terms.push_back(rng_.real(-2, 2));
    }
    x = net.op(nook::Mul::Attrs{}, {x, net.constant({1, channels}, factors)});
    return net.op(nook::Sub::Attrs{}, {x, net.constant({1, channels}, terms)});
  }

  test::Rng rng_;
};

// The outputs for each sample.
std::vector<Bytes> answers_of(const Graph& graph, const std::vector<std::vector<float>>& samples) {
  const auto network = Network::make(graph);
  EXPECT(network);
  std::vector<Bytes> all;
  if (!network) return all;
  Run run(*network);
  for (const std::vector<float>& sample : samples) {
    Bytes x(sample.size() * sizeof(float));
    std::memcpy(x.data(), sample.data(), x.size());
    EXPECT(run.run({x}));
    const std::byte* const y = run.data(graph.outputs[0]);
    all.emplace_back(y, y + graph[graph.outputs[0]].bytes());
  }
  return all;
}

int operators_of(const Graph& graph, nook::OpCode code) {
  int count = 0;
  for (const Node& node : graph.nodes) count += !node.erased() && op_code(node) == code;
  return count;
}

}  // namespace

TEST(networks_of_few_bits_give_the_bytes_of_their_float_graphs) {
  int layers = 0, floats = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    TrainedNetwork random(seed);
    std::vector<std::vector<float>> samples;
    for (int i = 0; i < 20; ++i) samples.push_back(random.sample());
    Graph graph = random.net.graph;
    layers += few_bits(graph), floats += operators_of(graph, nook::OpCode::kFullyConnected);
    EXPECT(verify(graph).empty());
    const bool same = answers_of(graph, samples) == answers_of(random.net.graph, samples);
    if (!same) std::printf("  seed %u: other outputs\n", seed);
    EXPECT(same);
  }
  std::printf("  %d layers in integers, %d in floats\n", layers, floats);
  EXPECT(layers > 20 * floats);
}

TEST(few_bits_leaves_a_network_of_floats_alone) {
  TrainedGraph net;
  const TensorId x = net.tensor({1, 3});
  net.graph.inputs = {x};
  const TensorId w = net.constant({2, 3}, {0.1f, 0.2345f, -0.777f, 1.5f, 0.002f, 3});
  net.graph.outputs = {net.give(fully_connected(), {net.quant(x, 1, -1, 1), w}, net.tensor({1, 2}))};
  EXPECT_EQ(few_bits(net.graph), 0);
  EXPECT_EQ(operators_of(net.graph, nook::OpCode::kFullyConnected), 1);
}

TEST(few_bits_gives_floats_to_every_other_reader_of_a_level) {
  TrainedGraph net;
  const TensorId x = net.tensor({1, 4});
  net.graph.inputs = {x};
  const TensorId levels = net.bipolar(x, 0.5f), w = net.constant({1, 4}, {1, -1, -1, 1});
  net.graph.outputs = {net.give(fully_connected(), {levels, w}, net.tensor({1, 1})), levels};
  const Graph floats = net.graph;
  EXPECT_EQ(few_bits(net.graph), 1);
  EXPECT_EQ(operators_of(net.graph, nook::OpCode::kDequantize), 1);
  const std::vector<std::vector<float>> samples = {{1, -2, 3, -4}, {0, -0.0f, -1, 5}};
  EXPECT(answers_of(net.graph, samples) == answers_of(floats, samples));
}
