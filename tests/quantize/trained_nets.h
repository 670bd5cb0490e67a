// Float graphs of networks trained for few bits, as the importer of ONNX writes them.
#pragma once
#include <cmath>
#include <cstring>

#include "nook/ops/cast/cast_op.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/greater_equal/greater_equal_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/round/round_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/network.h"
#include "tests/test.h"

namespace trained {

using namespace nookc;

using Dims = std::vector<int32_t>;

// A float graph, operator by operator, as the importer of ONNX writes it.
struct Net {
  Graph graph;

  Net() { graph.file = "few_bits.onnx", graph.description = "ONNX"; }

  TensorId tensor(const Dims& shape, nook::DType type = nook::DType::kF32) {
    Tensor t;
    t.name = "t" + std::to_string(graph.tensors.size());
    t.type = type, t.shape.rank = static_cast<uint8_t>(shape.size());
    for (size_t i = 0; i < shape.size(); ++i) t.shape.dim[i] = shape[i];
    return graph.add(std::move(t));
  }
  TensorId constant(const Dims& shape, const std::vector<float>& values) {
    const TensorId t = tensor(shape);
    Bytes bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    graph[t].data = std::make_shared<Bytes>(std::move(bytes));
    return t;
  }
  TensorId number(float value) { return constant({1, 1}, {value}); }
  Dims dims(TensorId t) const {
    const nook::Shape& s = graph[t].shape;
    return Dims(s.dim, s.dim + s.rank);
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

  TensorId flat(TensorId x, const Dims& to) {
    const TensorId sizes = tensor({static_cast<int32_t>(to.size())}, nook::DType::kS32);
    Bytes bytes(to.size() * sizeof(int32_t));
    std::memcpy(bytes.data(), to.data(), bytes.size());
    graph[sizes].data = std::make_shared<Bytes>(std::move(bytes));
    return give(nook::Reshape::Attrs{}, {x, sizes}, tensor(to));
  }

  // QONNX's Quant and BipolarQuant.
  TensorId quant(TensorId x, float scale, float least, float most) {
    x = op(nook::Div::Attrs{}, {x, number(scale)});
    x = op(nook::Minimum::Attrs{}, {x, number(most)});
    x = op(nook::Maximum::Attrs{}, {x, number(least)});
    x = op(nook::Round::Attrs{}, {x});
    return op(nook::Mul::Attrs{}, {x, number(scale)});
  }
  // A QUANTIZE to 2 * most + 1 levels, and a DEQUANTIZE; all levels above 0 for `rises`.
  TensorId quantized(TensorId x, float scale, float most, bool rises) {
    const float low = rises ? 0 : -most, high = rises ? 2 * most : most;
    x = op(nook::Minimum::Attrs{}, {x, number(high * scale)});
    x = op(nook::Maximum::Attrs{}, {x, number(low * scale)});
    const TensorId q = op(nook::Quantize::Attrs{}, {x}, nook::DType::kS8);
    graph[q].scales = {scale}, graph[q].zero_point = rises ? -128 : 0;
    return op(nook::Dequantize::Attrs{}, {q});
  }
  TensorId bipolar(TensorId x, float scale) {
    x = op(nook::GreaterEqual::Attrs{}, {x, number(0)}, nook::DType::kBool);
    x = op(nook::Cast::Attrs{}, {x});
    x = op(nook::Mul::Attrs{}, {x, number(2)});
    x = op(nook::Sub::Attrs{}, {x, number(1)});
    return op(nook::Mul::Attrs{}, {x, number(scale)});
  }
};

// What random networks share. Scales are powers of two, so that float sums are exact: the float graph has one
// right answer.
class RandomNet {
 public:
  // `pairs`: some levels come from QUANTIZE and DEQUANTIZE.
  RandomNet(uint32_t seed, int32_t most_bits, bool pairs)
      : rng_(seed), most_bits_(most_bits), pairs_(pairs) {}

  Net net;

  std::vector<float> sample() {
    std::vector<float> all(static_cast<size_t>(net.graph[net.graph.inputs[0]].shape.elements()));
    for (float& v : all) v = rng_.in(0, 4) ? rng_.real(-3, 3) : static_cast<float>(rng_.in(-4, 4)) / 4;
    return all;
  }

 protected:
  float power() { return std::ldexp(1.0f, rng_.in(-3, 1)); }

  TensorId quantized(TensorId x) {
    const int32_t bits = rng_.in(1, most_bits_);
    if (bits == 1) return net.bipolar(x, power());
    const float most = static_cast<float>((1 << (bits - 1)) - 1);
    const float scale = bits > 4 ? std::ldexp(power(), 3 - bits) : power();
    if (pairs_ && rng_.in(0, 2)) return net.quantized(x, scale, most, rng_.in(0, 1));
    if (rng_.in(0, 1)) return net.quant(x, scale, -most - static_cast<float>(rng_.in(0, 1)), most);
    return net.quant(net.op(nook::Maximum::Attrs{}, {x, net.number(0)}), scale, 0, 2 * most + 1);
  }

  std::vector<float> weights(int32_t channels, int32_t depth, int32_t most_bits) {
    std::vector<float> w;
    const bool by_channel = rng_.in(0, 1);
    const int32_t bits = rng_.in(1, most_bits);
    float scale = power();
    for (int32_t i = 0; i < channels * depth; ++i) {
      if (by_channel && i % depth == 0) scale = power();
      const int32_t half = 1 << (bits - 1);
      const int32_t v = rng_.in(0, 9) ? rng_.in(-half, half - 1) : -half;
      w.push_back(scale * static_cast<float>(bits == 1 ? 2 * rng_.in(0, 1) - 1 : v));
    }
    return w;
  }
  void add_bias(int32_t channels, std::vector<TensorId>* in) {
    if (rng_.in(0, 1)) return;
    std::vector<float> bias;
    for (int32_t c = 0; c < channels; ++c) bias.push_back(static_cast<float>(rng_.in(-8, 8)) / 8);
    in->push_back(net.constant({channels}, bias));
  }

  TensorId dense(TensorId x) {
    const Dims shape = net.dims(x);
    const int32_t depth = shape.back(), channels = rng_.in(1, 12);
    std::vector<TensorId> in = {x, net.constant({channels, depth}, weights(channels, depth, 5))};
    add_bias(channels, &in);
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
  int32_t most_bits_;  // an activation has at most these
  bool pairs_;
};

// The outputs for each sample.
inline std::vector<Bytes> answers_of(const Graph& graph, const std::vector<std::vector<float>>& samples) {
  const auto network = Network::make(graph);
  EXPECT(network);
  std::vector<Bytes> all;
  if (!network) return std::printf("%s\n", network.diag().what.c_str()), all;
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

inline int operators_of(const Graph& graph, nook::OpCode code) {
  int count = 0;
  for (const Node& node : graph.nodes) count += !node.erased() && op_code(node) == code;
  return count;
}

}  // namespace trained
