// Weights, biases and other constants at the ends of the range of floats, and beyond.
#include <cmath>

#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nookc/study/quantize/quantize_network.h"
#include "tests/quantize/files.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::Floats;

Range range(double low, double high) {
  Range r;
  r.add(low, high);
  return r;
}

// All tensors except the first have the range -1 to 1.
Converted converted(const Graph& graph, const ConvertOptions& options = {}, Range first = range(-1, 1)) {
  std::vector<Range> ranges(graph.tensors.size(), range(-1, 1));
  ranges[0] = first;
  return convert(graph, std::vector<Precision>(graph.nodes.size(), options.activations), ranges, nullptr,
                 options);
}

}  // namespace

TEST(weights_whose_scale_underflows_are_zeros) {
  Floats f;
  const TensorId w = f.constant("w", {4, 2}, {1, 0.5f, 1e-43f, -1e-43f, 1e-39f, 0, 1e-36f, 0});
  EXPECT((weight_scales(f.graph[w], 0, 8) == std::vector<float>{1 / 127.0f, 1, 1, 1}));
  const TensorId small = f.constant("small", {2, 1}, {1e-20f, 1e-3f});
  const std::vector<float> with_small_input = weight_scales(f.graph[small], 0, 8, 1e-30f);
  EXPECT(with_small_input[0] == 1 && with_small_input[1] < 1e-5f);
  const Tensor q = quantized_weights(f.graph[w], weight_scales(f.graph[w], 0, 8), 0, 8);
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(static_cast<int8_t>((*q.data)[i]), std::vector<int>({127, 64, 0, 0, 0, 0, 0, 0})[i]);
}

TEST(a_bias_with_tiny_weights_keeps_its_value_in_int16) {
  Floats f;
  const TensorId x = f.input("x", {1, 2}), w = f.constant("w", {1, 2}, {1e-30f, -1e-30f}),
                 b = f.constant("b", {1}, {0.5f});
  f.output(f.node(nook::FullyConnected::Attrs{}, {x, w, b}, "y", {1, 1}));
  ConvertOptions options;
  options.activations = options.io = Precision::kInt16;
  const Converted c = converted(f.graph, options);
  const Node& node = c.graph.nodes[0];
  int64_t sum = 0;
  std::memcpy(&sum, c.graph[node.in[2]].data->data(), sizeof sum);
  EXPECT(std::abs(static_cast<double>(sum) * double{c.graph[node.in[2]].scales[0]} - 0.5) < 1e-6);
}

TEST(an_operator_whose_scales_overflow_stays_float) {
  Floats f;
  const TensorId x = f.input("x", {1, 2}), w = f.constant("w", {1, 2}, {1e30f, 0});
  f.output(f.node(nook::FullyConnected::Attrs{}, {x, w, f.constant("b", {1}, {1})}, "y", {1, 1}));
  const Converted c = converted(f.graph, {}, range(-1, 1e30));
  EXPECT(c.precisions[0] == Precision::kFloat);
}

TEST(constants_that_are_not_finite_are_named) {
  const test::Folder folder;
  const std::string x = folder.write("x.npy", test::npy("<f4", "(1, 1, 2)", test::bytes_of<float>({1, 2})));
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    Floats f;
    const TensorId in = f.input("x", {1, 2}), w = f.constant("weights", {1, 2}, {bad, 0});
    const TensorId y = f.node(nook::FullyConnected::Attrs{}, {in, w, f.constant("b", {1}, {1})}, "y", {1, 1});
    f.output(y);
    const Result<Samples> samples = Samples::open(f.graph, x, {});
    EXPECT(samples);
    const auto made = quantize(f.graph, &*samples, {}, nullptr, {});
    EXPECT(!made && made.diag().code == "N3052" && made.diag().what.find("'weights'") != std::string::npos);
    // No result exceeds an infinity.
    Floats g;
    const TensorId z = g.input("x", {1, 2});
    const TensorId other = g.constant("least", {1, 2}, {bad, bad});
    g.output(g.node(nook::Maximum::Attrs{}, {z, other}, "m", {1, 2}));
    const auto maximum = quantize(g.graph, &*samples, {}, nullptr, {});
    EXPECT_EQ(static_cast<bool>(maximum), bad < 0);
    if (!maximum) continue;
    const Node& node = maximum->converted.graph.nodes[0];
    const Tensor& integers = maximum->converted.graph[node.in[1]];
    EXPECT(node.out.size() == 1 && static_cast<int8_t>((*integers.data)[0]) == -128);
    EXPECT(maximum->converted.graph[node.in[0]].scales[0] < 0.01f);
  }
}
