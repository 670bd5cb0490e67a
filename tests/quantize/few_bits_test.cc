// Random networks trained for few bits: the integers must equal the float graph in every sample.
#include "nookc/middle/passes/few_bits/few_bits.h"

#include "nook/ops/add/add_op.h"
#include "nook/ops/few_bits/few_bits_op.h"
#include "nook/ops/levels/levels_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/round/round_op.h"
#include "nookc/front/borders/few_bits_file.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/few_bits/straight_through.h"
#include "tests/quantize/trained_nets.h"

using namespace trained;

namespace {

class DenseNet : public RandomNet {
 public:
  explicit DenseNet(uint32_t seed, bool pairs = false) : RandomNet(seed, seed % 3 ? 4 : 8, pairs) {
    const int32_t depth = rng_.in(1, 45) * 2;
    const bool image = rng_.in(0, 2) == 0;
    TensorId x = net.tensor(image ? Dims{1, depth / 2, 2} : Dims{rng_.in(1, 3), depth});
    net.graph.inputs = {x};
    x = quantized(net.op(nook::Mul::Attrs{}, {x, net.number(2)}));
    if (image) x = net.flat(x, {1, depth});
    for (int32_t layers = rng_.in(1, 3); layers > 0; --layers) x = quantized(normalized(dense(x)));
    x = dense(x);
    net.graph.outputs = {net.op(nook::Sub::Attrs{}, {x, net.number(0.25f)})};
    net.graph.input_names = {"x"}, net.graph.output_names = {"y"};
  }
};

// Convolutions with groups, padding, strides and dilation, pools, and a dense layer at the end.
class ConvolutionNet : public RandomNet {
 public:
  explicit ConvolutionNet(uint32_t seed, bool pairs = false) : RandomNet(seed, seed % 2 ? 4 : 8, pairs) {
    TensorId x = net.tensor({rng_.in(1, 2), rng_.in(3, 8), rng_.in(3, 8), rng_.in(1, 5)});
    net.graph.inputs = {x};
    x = quantized(x);
    for (int32_t layers = rng_.in(1, 3); layers > 0; --layers) {
      x = convolution(x);
      x = rng_.in(0, 3) ? quantized(normalized(x)) : quantized(x);
      if (rng_.in(0, 3) == 0 && net.dims(x)[1] > 1 && net.dims(x)[2] > 1) x = pooled(x);
    }
    if (rng_.in(0, 1)) {
      const Dims d = net.dims(x);
      x = dense(net.flat(x, {d[0], d[1] * d[2] * d[3]}));
    } else {
      x = convolution(x);
    }
    net.graph.outputs = {x};
    net.graph.input_names = {"x"}, net.graph.output_names = {"y"};
  }

 private:
  TensorId pooled(TensorId x) {
    Dims d = net.dims(x);
    nook::MaxPool2D::Attrs pool;
    pool.filter_h = pool.filter_w = pool.stride_h = pool.stride_w = 2;
    pool.padding.mode = nook::PadMode::kValid;
    d[1] /= 2, d[2] /= 2;
    return net.give(pool, {x}, net.tensor(d));
  }

  int32_t placed(int32_t in, int32_t filter, int32_t stride, int32_t dilation, const nook::Padding& pad,
                 int32_t before, int32_t after) {
    const auto place = nook::place({in, filter, stride, dilation}, pad.mode, before, after);
    EXPECT(place);
    return place ? place->out : 1;
  }

  nook::ConvolutionAttrs window(const Dims& x, int32_t h, int32_t w) {
    nook::ConvolutionAttrs a;
    a.padding.mode = static_cast<nook::PadMode>(rng_.in(0, 2));
    if (a.padding.mode == nook::PadMode::kExplicit)
      a.padding = {a.padding.mode, rng_.in(0, 2), rng_.in(0, 2), rng_.in(0, 2), rng_.in(0, 2)};
    a.stride_h = rng_.in(1, 2), a.stride_w = rng_.in(1, 2);
    if (x[1] > 2 * h && x[2] > 2 * w) a.dilation_h = rng_.in(1, 2), a.dilation_w = rng_.in(1, 2);
    if (rng_.in(0, 2) == 0) a.activation = rng_.in(0, 1) ? nook::Activation::kRelu : nook::Activation::kRelu6;
    return a;
  }

  TensorId convolution(TensorId x) {
    const Dims d = net.dims(x);
    const int32_t h = rng_.in(1, std::min(d[1], 3)), w = rng_.in(1, std::min(d[2], 3));
    const nook::ConvolutionAttrs a = window(d, h, w);
    const int32_t kind = rng_.in(0, 3), times = rng_.in(1, 2);
    const bool depthwise = kind == 0;
    const int32_t groups = kind == 1 ? d[3] : 1,
                  channels = depthwise || kind == 1 ? d[3] * times : rng_.in(1, 7);
    const int32_t filter_c = d[3] / groups;
    std::vector<TensorId> in = {x};
    in.push_back(depthwise
                     ? net.constant({1, h, w, channels}, weights(h * w, channels, 8))
                     : net.constant({channels, h, w, filter_c}, weights(channels, h * w * filter_c, 8)));
    add_bias(channels, &in);
    const nook::Padding& pad = a.padding;
    const Dims y = {d[0], placed(d[1], h, a.stride_h, a.dilation_h, pad, pad.top, pad.bottom),
                    placed(d[2], w, a.stride_w, a.dilation_w, pad, pad.left, pad.right), channels};
    return net.give(depthwise ? depthwise_conv_2d(a) : conv_2d(a), std::move(in), net.tensor(y));
  }
};

Graph from_graph(const Graph& graph) {
  Graph made = graph;
  few_bits(made);
  return made;
}
// As a file that is read.
Graph from_file(const Graph& graph) {
  const auto bytes = export_bytes(graph);
  EXPECT(bytes);
  std::vector<PassReport> passes;
  Result<Graph> made = import_tflite(with_few_bits(*bytes, "net.tflite", &passes), "net.tflite");
  EXPECT(made);
  return made ? *std::move(made) : graph;
}

// Compares the integers with the floats of `count` networks; returns the layers of both kinds.
struct Layers {
  int integers = 0, floats = 0, multiplied = 0;
};
template <class Random>
Layers expect_equal(uint32_t count, Graph (*in_integers)(const Graph&), bool pairs) {
  Layers all;
  for (uint32_t seed = 0; seed < count; ++seed) {
    Random random(seed, pairs);
    std::vector<std::vector<float>> samples;
    for (int i = 0; i < 20; ++i) samples.push_back(random.sample());
    const Graph graph = in_integers(random.net.graph);
    for (const nook::OpCode code :
         {nook::OpCode::kFullyConnected, nook::OpCode::kConv2D, nook::OpCode::kDepthwiseConv2D})
      all.floats += operators_of(graph, code);
    for (const Node& node : graph.nodes)
      if (const auto* const a = Graph::attrs<nook::FewBits>(node))
        ++all.integers, all.multiplied += a->shift > 0;
    EXPECT(verify(graph).empty());
    const bool same = answers_of(graph, samples) == answers_of(random.net.graph, samples);
    if (!same) std::printf("  seed %u: other outputs\n", seed);
    EXPECT(same);
  }
  std::printf("  %d layers in integers, %d of them by multipliers, %d in floats\n", all.integers,
              all.multiplied, all.floats);
  return all;
}

}  // namespace

TEST(networks_of_few_bits_give_the_bytes_of_their_float_graphs) {
  const Layers all = expect_equal<DenseNet>(150, from_graph, false);
  EXPECT(all.integers > 20 * all.floats);
  EXPECT(all.multiplied > 10);
}

TEST(convolutions_of_few_bits_give_the_bytes_of_their_float_graphs) {
  const Layers all = expect_equal<ConvolutionNet>(150, from_graph, false);
  EXPECT(all.integers > 20 * all.floats);
  EXPECT(all.multiplied > 10);
}

TEST(few_bits_finds_rounding_and_quantizing_in_a_float_file) {
  const Layers dense = expect_equal<DenseNet>(40, from_file, true);
  const Layers convolutions = expect_equal<ConvolutionNet>(40, from_file, true);
  EXPECT(dense.integers + convolutions.integers > 20 * (dense.floats + convolutions.floats));
}

TEST(few_bits_looks_through_the_gradients_of_training) {
  for (const bool subtracts : {false, true}) {
    Net net;
    const TensorId x = net.tensor({1, 4});
    net.graph.inputs = {x}, net.graph.input_names = {"x"}, net.graph.output_names = {"y"};
    const TensorId q = net.quant(x, 0.5f, -2, 1), w = net.constant({2, 4}, {1, -1, -1, 0, 1, 0, 1, 1});
    const TensorId less = subtracts ? net.op(nook::Sub::Attrs{}, {q, x})
                                    : net.op(nook::Add::Attrs{}, {net.op(nook::Neg::Attrs{}, {x}), q});
    const TensorId through = net.op(nook::Add::Attrs{}, {x, less});
    net.graph.outputs = {net.give(fully_connected(), {through, w}, net.tensor({1, 2}))};
    const Graph made = from_file(net.graph);
    EXPECT_EQ(operators_of(made, nook::OpCode::kFullyConnected), 0);
    const std::vector<std::vector<float>> samples = {{1, -2, 0.375f, -0.25f}, {0, 0.25f, -1, 5}};
    EXPECT(answers_of(made, samples) == answers_of(net.graph, samples));
  }
}

TEST(gradients_of_training_stay_where_their_sum_is_a_variable) {
  for (const bool variable : {false, true}) {
    Net net;
    const TensorId x = net.tensor({1, 4});
    net.graph.inputs = {x};
    const TensorId q = net.quant(x, 0.5f, -2, 1);
    const TensorId sum = net.op(nook::Add::Attrs{}, {x, net.op(nook::Sub::Attrs{}, {q, x})});
    net.graph[sum].variable = variable;
    net.graph.outputs = {net.op(nook::Neg::Attrs{}, {sum})};
    EXPECT_EQ(straight_through(net.graph), variable ? 0 : 1);
  }
}

TEST(few_bits_leaves_a_network_of_floats_alone) {
  Net net;
  const TensorId x = net.tensor({1, 3});
  net.graph.inputs = {x};
  const TensorId w = net.constant({2, 3}, {0.1f, 0.2345f, -0.777f, 1.5f, 0.002f, 3});
  net.graph.outputs = {net.give(fully_connected(), {net.quant(x, 1, -1, 1), w}, net.tensor({1, 2}))};
  EXPECT_EQ(few_bits(net.graph), 0);
  EXPECT_EQ(operators_of(net.graph, nook::OpCode::kFullyConnected), 1);
}

TEST(few_bits_gives_floats_to_every_other_reader_of_a_level) {
  Net net;
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
