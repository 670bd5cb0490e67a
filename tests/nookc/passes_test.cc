#include "nook/core/quantize.h"
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/log/log_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/shape/shape_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/join_attrs.h"
#include "nookc/middle/lower/work.h"
#include "nookc/middle/passes/dense_matmul.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/middle/passes/fold_constants.h"
#include "nookc/middle/passes/fold_pads.h"
#include "nookc/middle/passes/unpack_int4.h"
#include "nookc/middle/passes/widen_depthwise.h"
#include "nookc/target/target.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nook::Activation;
using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

// x -> FULLY_CONNECTED -> t -> RELU -> y
GraphBuilder dense_then_relu(float relu_scale = 0.5f) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {4, 8}), t = b.tensor("t", {1, 4});
  const TensorId y = b.output("y", {1, 4}, relu_scale);
  b.node(nook::FullyConnected::Attrs{}, {x, w}, t);
  b.node(nook::Relu::Attrs{}, {t}, y);
  return b;
}

// x -> PAD -> t -> CONV_2D -> y
GraphBuilder pad_then_conv(std::vector<int32_t> paddings, float padded_scale = 0.5f) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), p = b.integers("p", {4, 2}, paddings);
  const TensorId t = b.tensor("t", {1, 6, 6, 2}, padded_scale), w = b.weights("w", {3, 3, 3, 2});
  const TensorId y = b.output("y", {1, 4, 4, 3});
  b.node(nook::Pad::Attrs{}, {x, p}, t);
  b.node(nook::Conv2D::Attrs{}, {t, w}, y);
  return b;
}

}  // namespace

TEST(fold_activations_moves_a_relu_into_its_producer) {
  GraphBuilder b = dense_then_relu();
  EXPECT_EQ(nookc::fold_activations(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(Graph::attrs<nook::FullyConnected>(b.graph.nodes[0])->activation == Activation::kRelu);
  EXPECT(b.graph.nodes[0].out[0] == b.graph.outputs[0]);
  EXPECT(b.graph.nodes[1].erased());
  EXPECT(b.graph.nodes[0].folded == std::vector<int32_t>{1});
}

TEST(fold_activations_keeps_a_relu_whose_input_is_read_elsewhere) {
  GraphBuilder b = dense_then_relu();
  b.outputs(b.graph.nodes[0].out[0]);
  EXPECT_EQ(nookc::fold_activations(b.graph), 0);
}

TEST(fold_activations_keeps_a_relu_that_requantizes) {
  GraphBuilder b = dense_then_relu(0.25f);
  EXPECT_EQ(nookc::fold_activations(b.graph), 0);
}

TEST(fold_activations_keeps_a_second_activation) {
  GraphBuilder b = dense_then_relu();
  Graph::attrs<nook::FullyConnected>(b.graph.nodes[0])->activation = Activation::kRelu6;
  EXPECT_EQ(nookc::fold_activations(b.graph), 0);
}

TEST(fold_pads_moves_the_padding_into_a_convolution) {
  GraphBuilder b = pad_then_conv({0, 0, 1, 1, 2, 0, 0, 0});
  EXPECT_EQ(nookc::fold_pads(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  const nook::Padding& padding = Graph::attrs<nook::Conv2D>(b.graph.nodes[1])->padding;
  EXPECT(padding.mode == nook::PadMode::kExplicit);
  EXPECT_EQ(padding.top, 1);
  EXPECT_EQ(padding.bottom, 1);
  EXPECT_EQ(padding.left, 2);
  EXPECT_EQ(padding.right, 0);
  EXPECT(b.graph.nodes[1].in[0] == b.graph.inputs[0]);
}

TEST(fold_pads_keeps_padding_that_a_convolution_cannot_do) {
  GraphBuilder channels = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 1});
  EXPECT_EQ(nookc::fold_pads(channels.graph), 0);
  GraphBuilder images = pad_then_conv({0, 1, 1, 1, 1, 1, 0, 0});
  EXPECT_EQ(nookc::fold_pads(images.graph), 0);
  GraphBuilder negative = pad_then_conv({0, 0, -1, 1, 1, 1, 0, 0});
  EXPECT_EQ(nookc::fold_pads(negative.graph), 0);
  GraphBuilder requantizing = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 0}, 0.25f);
  EXPECT_EQ(nookc::fold_pads(requantizing.graph), 0);
}

TEST(fold_pads_keeps_a_pad_in_front_of_a_same_convolution) {
  GraphBuilder b = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 0});
  Graph::attrs<nook::Conv2D>(b.graph.nodes[1])->padding.mode = nook::PadMode::kSame;
  EXPECT_EQ(nookc::fold_pads(b.graph), 0);
}

TEST(fold_pads_keeps_a_pad_that_another_operator_reads) {
  GraphBuilder b = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 0});
  b.outputs(b.graph.nodes[0].out[0]);
  EXPECT_EQ(nookc::fold_pads(b.graph), 0);
  GraphBuilder c = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 0});
  c.node(nook::Relu::Attrs{}, {c.graph.nodes[0].out[0]}, c.output("r", {1, 6, 6, 2}));
  EXPECT_EQ(nookc::fold_pads(c.graph), 0);
}

TEST(fold_pads_moves_the_padding_into_all_convolutions_of_a_gate) {
  GraphBuilder b = pad_then_conv({0, 0, 1, 1, 1, 1, 0, 0});
  const TensorId padded = b.graph.nodes[0].out[0];
  b.node(nook::Conv2D::Attrs{}, {padded, b.weights("v", {3, 3, 3, 2})}, b.output("z", {1, 4, 4, 3}));
  EXPECT_EQ(nookc::fold_pads(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(b.graph.nodes[0].erased());
  for (const size_t i : {size_t{1}, size_t{2}}) {
    EXPECT_EQ(Graph::attrs<nook::Conv2D>(b.graph.nodes[i])->padding.left, 1);
    EXPECT(b.graph.nodes[i].in[0] == b.graph.inputs[0]);
  }
}

TEST(fold_constants_computes_nodes_that_depend_only_on_constants) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), a = b.weights("a", {1, 4}, -2), r = b.tensor("r", {1, 4}, 0.01f);
  const TensorId y = b.output("y", {1, 4});
  b.node(nook::Relu::Attrs{}, {a}, r);
  b.node(nook::Add::Attrs{}, {x, r}, y);
  EXPECT_EQ(nookc::fold_constants(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  const nookc::Bytes& bytes = *b.graph[r].data;
  EXPECT_EQ(static_cast<int8_t>(bytes[0]), 0);
  EXPECT_EQ(static_cast<int8_t>(bytes[1]), 0);
  EXPECT_EQ(static_cast<int8_t>(bytes[3]), 1);
}

// As Keras flattens: RESHAPE(x, PACK(SHAPE(x)[0], -1)).
TEST(fold_constants_computes_sizes_from_shapes) {
  GraphBuilder b;
  const TensorId x = b.input("x", {2, 3, 4});
  const auto whole = [&](const char* name, std::vector<int32_t> shape) {
    const TensorId t = b.tensor(name, std::move(shape));
    b.graph[t].type = nook::DType::kS32, b.graph[t].scales.clear();
    return t;
  };
  const TensorId shape = whole("shape", {3}), batch = whole("batch", {1}), sizes = whole("sizes", {2});
  b.node(nook::ShapeOf::Attrs{}, {x}, shape);
  b.node(nook::Slice::Attrs{}, {shape, b.integers("first", {1}, {0}), b.integers("one", {1}, {1})}, batch);
  b.node(nookc::concatenation(0), {batch, b.integers("rest", {1}, {-1})}, sizes);
  b.node(nookc::reshape(), {x, sizes}, b.output("y", {2, 12}));
  EXPECT_EQ(nookc::fold_constants(b.graph), 3);
  EXPECT(nookc::integers_of(b.graph, sizes) == (std::vector<int64_t>{2, -1}));
  EXPECT(nookc::verify(b.graph).empty());
}

TEST(fold_constants_computes_operators_without_their_optional_operands) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), a = b.weights("a", {1, 8}), r = b.tensor("r", {1, 4});
  b.node(nook::FullyConnected::Attrs{}, {a, b.weights("w", {4, 8})}, r);
  b.node(nook::Add::Attrs{}, {x, r}, b.output("y", {1, 4}));
  EXPECT_EQ(nookc::fold_constants(b.graph), 1);
}

TEST(fold_constants_keeps_unused_nodes) {
  GraphBuilder b;
  b.node(nook::Relu::Attrs{}, {b.weights("a", {1, 4})}, b.tensor("r", {1, 4}, 0.01f));
  b.node(nook::Relu::Attrs{}, {b.input("x", {1, 4})}, b.output("y", {1, 4}));
  EXPECT_EQ(nookc::fold_constants(b.graph), 0);
}

TEST(fold_constants_leaves_results_that_are_not_finite_to_the_device) {
  for (const uint32_t value : {0xbf800000u, 0u}) {  // the logarithms of -1 and of 0
    GraphBuilder b;
    const TensorId x = b.integers("x", {2}, {0x3f800000, static_cast<int32_t>(value)});
    const TensorId t = b.tensor("t", {2}), y = b.output("y", {2});
    for (const TensorId id : {x, t, y}) b.graph[id].type = nook::DType::kF32, b.graph[id].scales.clear();
    b.node(nook::Log::Attrs{}, {x}, t);
    b.node(nook::Abs::Attrs{}, {t}, y);
    EXPECT_EQ(nookc::fold_constants(b.graph), 0);
  }
}

TEST(fold_constants_produces_no_more_bytes_than_its_limit) {
  GraphBuilder b;
  const int32_t size = static_cast<int32_t>(nookc::kFoldedBytes / 4);
  const TensorId x = b.input("x", {1, size});
  TensorId sum = x;
  for (int i = 0; i < 5; ++i) {  // four of them fit
    const TensorId large = b.tensor("large", {1, size}), next = b.tensor("sum", {1, size});
    b.node(nook::Pad::Attrs{},
           {b.weights("one", {1, 1}), b.integers("paddings", {2, 2}, {0, 0, 0, size - 1})}, large);
    b.graph[b.graph.nodes.back().in[0]].scales = {0.5f};
    b.node(nook::Add::Attrs{}, {sum, large}, next);
    sum = next;
  }
  b.outputs(sum);
  EXPECT_EQ(nookc::fold_constants(b.graph), 4);
}

TEST(fold_constants_takes_no_more_steps_than_its_limit) {
  GraphBuilder b;
  const TensorId wide = b.tensor("wide", {1024, 1024}), y = b.tensor("y", {1024, 1024});
  const TensorId z = b.tensor("z", {1024, 1024});
  const TensorId one = b.weights("one", {1, 1}), all = b.integers("paddings", {2, 2}, {0, 1023, 0, 1023});
  b.graph[one].scales = {0.5f};
  b.node(nook::Pad::Attrs{}, {one, all}, wide);
  b.node(nook::FullyConnected::Attrs{}, {wide, wide}, y);  // 2^30 of them
  b.node(nook::Add::Attrs{}, {b.input("x", {1024, 1024}), y}, z);
  b.outputs(z);
  EXPECT_EQ(nookc::fold_constants(b.graph), 1);
}

TEST(drop_dead_erases_nodes_that_no_output_needs) {
  GraphBuilder b = dense_then_relu();
  const TensorId w = b.weights("w2", {4, 8}), unused = b.tensor("unused", {1, 4});
  b.node(nook::FullyConnected::Attrs{}, {b.graph.inputs[0], w}, unused);
  EXPECT_EQ(nookc::drop_dead(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(b.graph.nodes[2].erased());
  EXPECT_EQ(nookc::drop_dead(b.graph), 0);
}

TEST(verify_reports_the_fault_of_a_graph) {
  GraphBuilder b = dense_then_relu();
  EXPECT(nookc::verify(b.graph).empty());
  std::swap(b.graph.nodes[0], b.graph.nodes[1]);
  EXPECT(nookc::verify(b.graph).find("before it is written") != std::string::npos);
  b = dense_then_relu();
  b.graph.nodes[1].out[0] = b.graph.nodes[0].out[0];
  EXPECT(nookc::verify(b.graph).find("another operator") != std::string::npos);
}

TEST(widen_depthwise_converts_a_depthwise_convolution_of_one_channel) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 1}), w = b.weights("w", {1, 1, 2, 3});
  const TensorId y = b.output("y", {1, 4, 3, 3});
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.stride_h = 2, attrs.activation = Activation::kRelu, attrs.padding.mode = nook::PadMode::kValid;
  b.node(attrs, {x, w}, y);
  EXPECT_EQ(nookc::widen_depthwise(b.graph), 1);
  EXPECT(nookc::verify(b.graph).empty());
  const auto* conv = Graph::attrs<nook::Conv2D>(b.graph.nodes[0]);
  EXPECT(conv && conv->stride_h == 2 && conv->activation == Activation::kRelu);
  const nookc::Tensor& packed = b.graph[b.graph.nodes[0].in[1]];
  EXPECT(packed.shape.dim[0] == 3 && packed.shape.dim[2] == 2 && packed.shape.dim[3] == 1);
  const int expected[] = {1, 4, 2, 5, 3, 6};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(static_cast<int>((*packed.data)[i]), expected[i]);
}

TEST(widen_depthwise_keeps_several_channels) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), w = b.weights("w", {1, 1, 2, 4});
  b.node(nook::DepthwiseConv2D::Attrs{}, {x, w}, b.output("y", {1, 4, 3, 4}));
  EXPECT_EQ(nookc::widen_depthwise(b.graph), 0);
}

TEST(unpack_int4_converts_4_bit_weights_to_bytes) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 3}), w = b.weights("w", {1, 3}, 0x7F), y = b.output("y", {1, 1});
  b.graph[w].type = nook::DType::kS4;  // 0x7F, 0x80: -1, 7, 0
  b.node(nook::FullyConnected::Attrs{}, {x, w}, y);
  EXPECT_EQ(b.graph[w].bytes(), 2);
  EXPECT_EQ(nookc::unpack_int4(b.graph, {}), 1);
  EXPECT(nookc::verify(b.graph).empty());
  const nookc::Tensor& wide = b.graph[b.graph.nodes[0].in[1]];
  EXPECT(wide.type == nook::DType::kS8);
  const auto byte = [](int v) { return static_cast<std::byte>(v); };
  EXPECT((*wide.data == nookc::Bytes{byte(-1), byte(7), byte(0)}));
  EXPECT_EQ(nookc::unpack_int4(b.graph, {}), 0);
}

namespace {

// A fully connected layer with constant int4 weights.
GraphBuilder dense_of_4_bits(int32_t inputs, int32_t outputs) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, inputs}), w = b.weights("w", {outputs, inputs});
  const TensorId y = b.output("y", {1, outputs});
  b.graph[w].type = nook::DType::kS4;
  b.graph[w].data = std::make_shared<nookc::Bytes>(static_cast<size_t>(b.graph[w].bytes()), std::byte{0x31});
  b.node(nook::FullyConnected::Attrs{}, {x, w}, y);
  return b;
}

// How many layers get int8 weights.
int unpacked_for(const char* target, GraphBuilder b, nookc::KernelRows rows, bool compact = false) {
  const nookc::KernelChoice choice = {nookc::find_target(target), true, rows, compact, {}};
  return nookc::unpack_int4(b.graph, choice);
}

}  // namespace

TEST(unpack_int4_leaves_weights_to_kernels_that_read_4_bits) {
  using nookc::KernelRows;
  const auto layer = [] { return dense_of_4_bits(64, 16); };
  for (const char* target : {"cortex-m4", "cortex-m55"}) {
    EXPECT_EQ(unpacked_for(target, layer(), KernelRows::kAll), 1);
    EXPECT_EQ(unpacked_for(target, layer(), KernelRows::kReference), 0);
    EXPECT_EQ(unpacked_for(target, layer(), KernelRows::kWorthTheirCode), 0);
    EXPECT_EQ(unpacked_for(target, layer(), KernelRows::kWithoutScratch), 0);
    EXPECT_EQ(unpacked_for(target, layer(), KernelRows::kWorthTheirCode, true), 0);
  }
  // A core without such kernels, and inputs that one does not take.
  EXPECT_EQ(unpacked_for("cortex-m0", layer(), KernelRows::kWorthTheirCode), 1);
  EXPECT_EQ(unpacked_for("cortex-m4", dense_of_4_bits(62, 16), KernelRows::kWorthTheirCode), 1);
}

namespace {

// A depthwise layer with constant int4 weights, each channel with its own scale.
GraphBuilder depthwise_of_4_bits(int32_t channels, int32_t filter) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8, 8, channels}), w = b.weights("w", {1, filter, filter, channels});
  const TensorId bias = b.integers("b", {channels}, std::vector<int32_t>(static_cast<size_t>(channels)));
  const TensorId y = b.output("y", {1, 8, 8, channels});
  nookc::Tensor& weights = b.graph[w];
  weights.type = nook::DType::kS4, weights.channel_axis = 3;
  weights.data = std::make_shared<nookc::Bytes>(static_cast<size_t>(weights.bytes()), std::byte{0x31});
  weights.scales.assign(static_cast<size_t>(channels), 0.01f);
  b.graph[bias].scales = weights.scales;
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  b.node(attrs, {x, w, bias}, y);
  return b;
}

}  // namespace

TEST(unpack_int4_leaves_weights_of_depthwise_layers_to_kernels_that_read_4_bits) {
  using nookc::KernelRows;
  for (const int32_t channels : {16, 64, 512})
    for (const bool compact : {false, true}) {
      const auto unpacked = [&](const char* target, int32_t filter) {
        return unpacked_for(target, depthwise_of_4_bits(channels, filter), KernelRows::kWorthTheirCode,
                            compact);
      };
      EXPECT_EQ(unpacked("cortex-m4", 3), 0);
      EXPECT_EQ(unpacked("cortex-m4", 5), 0);
      EXPECT_EQ(unpacked("cortex-m55", 3), 0);
      EXPECT_EQ(unpacked("cortex-m0", 3), 1);  // a core without such kernels
    }
}

TEST(unpack_int4_for_flash_takes_bytes_where_they_are_few) {
  using nookc::KernelRows;
  EXPECT_EQ(unpacked_for("cortex-m0", dense_of_4_bits(64, 16), KernelRows::kWorthTheirCode, true), 1);
  EXPECT_EQ(unpacked_for("cortex-m0", dense_of_4_bits(64, 64), KernelRows::kWorthTheirCode, true), 0);
}

namespace {

// x [2][2][3] times a constant b.
GraphBuilder matmul(std::vector<int32_t> shape, nook::BatchMatmul::Attrs attrs, int32_t zero = 0) {
  GraphBuilder b;
  const TensorId x = b.input("x", {2, 2, 3}), w = b.weights("b", std::move(shape));
  b.graph[w].zero_point = zero;
  b.node(attrs, {x, w}, b.output("y", {2, 2, 2}));
  return b;
}

}  // namespace

TEST(dense_matmul_makes_a_layer_of_one_constant_matrix) {
  for (const bool transposed : {false, true}) {
    GraphBuilder b = transposed ? matmul({2, 3}, {false, true}) : matmul({1, 3, 2}, {});
    EXPECT_EQ(nookc::dense_matmul(b.graph), 1);
    EXPECT(nookc::verify(b.graph).empty());
    const nookc::Node& node = b.graph.nodes[0];
    EXPECT(Graph::attrs<nook::FullyConnected>(node)->keep_num_dims);
    const nookc::Tensor& w = b.graph[node.in[1]];
    EXPECT(w.shape == (nook::Shape{{2, 3}, 2}));
    std::string values;
    for (const std::byte v : *w.data) values += std::to_string(static_cast<int>(v));
    EXPECT(values == (transposed ? "123456" : "135246"));
  }
}

TEST(dense_matmul_keeps_several_matrices_zero_points_and_a_transposed_x) {
  GraphBuilder several = matmul({2, 3, 2}, {}), off = matmul({3, 2}, {}, 1),
               turned = matmul({3, 2}, {true, false});
  EXPECT_EQ(nookc::dense_matmul(several.graph), 0);
  EXPECT_EQ(nookc::dense_matmul(off.graph), 0);
  EXPECT_EQ(nookc::dense_matmul(turned.graph), 0);
}

TEST(an_erased_node_takes_no_work) {
  test::GraphBuilder b;
  const nookc::TensorId x = b.input("x", {1, 8}), h = b.tensor("h", {1, 6}), y = b.output("y", {1, 4});
  b.node(nook::FullyConnected::Attrs{}, {x, b.weights("v", {6, 8})}, h);
  b.node(nook::FullyConnected::Attrs{}, {h, b.weights("w", {4, 6})}, y);
  nookc::Work work = nookc::work_of(b.graph);
  EXPECT(work.macs == 6 * 8 + 4 * 6 && work.weight_bytes == 48 + 24 && work.constant_bytes >= 72);
  b.graph.nodes[0].attrs = {};
  work = nookc::work_of(b.graph);
  EXPECT(work.macs == 24 && work.weight_bytes == 24);
}
