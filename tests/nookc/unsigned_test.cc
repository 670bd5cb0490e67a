#include "nookc/front/import/unsigned.h"

#include <cmath>
#include <map>

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/cast/cast_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/detection_post_process/detection_post_process_op.h"
#include "nook/ops/logical_not/logical_not_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/evaluate.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

namespace {

std::byte byte(int value) { return static_cast<std::byte>(value); }

// Converts a tensor of GraphBuilder to the older scheme.
TensorId older(GraphBuilder& b, TensorId t, int32_t zero = 128) {
  b.graph[t].type = nook::DType::kU8, b.graph[t].zero_point = zero;
  return t;
}

// x [1][3] in the older scheme, times two filters.
struct Layer : GraphBuilder {
  TensorId x = older(*this, input("x", {1, 3}), 100);
  TensorId w = older(*this, values("w", {2, 3}, {0, 255, 130, 120, 7, 9}), 127);
  TensorId y = older(*this, output("y", {1, 2}));
  Layer() { node(nookc::fully_connected(), {x, w}, y); }
};

}  // namespace

TEST(make_signed_keeps_the_interface_and_the_real_values) {
  Layer b;
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT_EQ(b.graph.nodes.size(), 3u);
  EXPECT(Graph::attrs<nook::Quantize>(b.graph.nodes[0]) && b.graph.nodes[0].in[0] == b.x);
  EXPECT(Graph::attrs<nook::Quantize>(b.graph.nodes[2]) && b.graph.nodes[2].out[0] == b.y);
  EXPECT(b.graph[b.x].type == nook::DType::kU8 && b.graph[b.x].zero_point == 100);
  const nookc::Node& layer = b.graph.nodes[1];
  const nookc::Tensor &x = b.graph[layer.in[0]], &w = b.graph[layer.in[1]], &y = b.graph[layer.out[0]];
  EXPECT(x.type == nook::DType::kS8 && x.zero_point == -28 && x.scales == b.graph[b.x].scales);
  EXPECT(y.type == nook::DType::kS8 && y.zero_point == 0);
  EXPECT(w.type == nook::DType::kS8 && w.zero_point == -1);
  EXPECT((*w.data == nookc::Bytes{byte(-128), byte(127), byte(2), byte(-8), byte(-121), byte(-119)}));
}

TEST(make_signed_removes_the_zero_point_of_weights_that_have_room_for_it) {
  Layer b;
  b.graph[b.w].data = std::make_shared<nookc::Bytes>(nookc::Bytes(6, byte(30)));
  nookc::make_signed(b.graph);
  const nookc::Tensor& w = b.graph[b.graph.nodes[1].in[1]];
  EXPECT(w.zero_point == 0);
  EXPECT((*w.data == nookc::Bytes(6, byte(30 - 127))));
}

TEST(make_signed_gives_the_parts_of_a_concatenation_its_scale) {
  GraphBuilder b;
  const TensorId x = older(b, b.input("x", {1, 3})), z = older(b, b.input("z", {1, 3}, 0.25f));
  const TensorId y = older(b, b.output("y", {1, 6}));
  b.node(nook::Concatenation::Attrs{1}, {x, z}, y);
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT_EQ(b.graph.nodes.size(), 5u);
  const nookc::Node& whole = b.graph.nodes[3];
  EXPECT(b.graph.same_quantization(whole.in[1], whole.out[0]));
}

// prepare() refuses the operator later.
TEST(make_signed_leaves_a_part_out_that_a_damaged_concatenation_lacks) {
  GraphBuilder b;
  const TensorId x = older(b, b.input("x", {1, 3})), y = older(b, b.output("y", {1, 6}));
  b.node(nook::Concatenation::Attrs{1}, {x, TensorId::kNone}, y);
  nookc::make_signed(b.graph);
  EXPECT(b.graph.nodes.size() == 3 && b.graph.nodes[1].in[1] == TensorId::kNone);
}

TEST(make_signed_keeps_graphs_whose_operators_all_accept_uint8) {
  GraphBuilder b;
  const TensorId x = older(b, b.input("x", {1, 3})), y = older(b, b.output("y", {3, 1}));
  b.node(nook::Reshape::Attrs{}, {x}, y);
  nookc::make_signed(b.graph);
  EXPECT(b.graph.nodes.size() == 1 && b.graph[y].type == nook::DType::kU8);
}

TEST(make_signed_keeps_tensors_that_an_operator_reads_as_bytes) {
  Layer b;
  const TensorId number = b.output("number", {1, 3}), inner = older(b, b.tensor("inner", {1, 2}));
  const TensorId last = b.output("last", {1, 2});
  b.graph[number].type = nook::DType::kF32, b.graph[number].scales = {};
  b.graph[last].type = nook::DType::kF32, b.graph[last].scales = {};
  b.node(nook::Cast::Attrs{}, {b.x}, number);
  b.node(nook::Reshape::Attrs{}, {b.y}, inner);
  b.node(nook::Cast::Attrs{}, {inner}, last);
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  int quantized = 0;
  for (const nookc::Node& node : b.graph.nodes) {
    quantized += Graph::attrs<nook::Quantize>(node) != nullptr;
    if (Graph::attrs<nook::Cast>(node)) EXPECT(b.graph[node.in[0]].type == nook::DType::kU8);
    if (!node.erased() && op_code(node) == nook::OpCode::kFullyConnected)
      EXPECT(b.graph[node.in[0]].type == nook::DType::kS8);
  }
  EXPECT_EQ(quantized, 3);  // the quantizations of x, y and inner
}

// These do not round as int8 does. Two in a row exchange bytes; a layer after them gets int8.
TEST(make_signed_keeps_operators_that_round_uint8_in_their_own_way) {
  GraphBuilder b;
  const TensorId x = older(b, b.input("x", {1, 4, 4, 2})), first = older(b, b.tensor("first", {1, 4, 4, 2}));
  const TensorId second = older(b, b.tensor("second", {1, 2, 2, 2}));
  const TensorId w = older(b, b.values("w", {1, 8}, std::vector<int>(8, 130)), 127);
  const TensorId y = older(b, b.output("y", {1, 1}));
  nook::AveragePool2D::Attrs pool;
  pool.filter_h = pool.filter_w = 1, pool.stride_h = pool.stride_w = 1,
  pool.padding.mode = nook::PadMode::kValid;
  b.node(pool, {x}, first);
  pool.filter_h = pool.filter_w = pool.stride_h = pool.stride_w = 2;
  b.node(pool, {first}, second);
  b.node(nookc::fully_connected(), {second, w}, y);
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  int pools = 0, quantized = 0;
  for (const nookc::Node& node : b.graph.nodes) {
    quantized += Graph::attrs<nook::Quantize>(node) != nullptr;
    if (!Graph::attrs<nook::AveragePool2D>(node)) continue;
    ++pools;
    EXPECT(b.graph[node.in[0]].type == nook::DType::kU8 && b.graph[node.out[0]].type == nook::DType::kU8);
  }
  EXPECT(pools == 2 && quantized == 2);  // `second` for the layer, and y
  for (const nookc::Node& node : b.graph.nodes)
    if (op_code(node) == nook::OpCode::kFullyConnected) EXPECT(b.graph[node.in[0]].type == nook::DType::kS8);
}

// As in TensorFlow Lite, which computes it in floating point.
TEST(make_signed_gives_the_last_operator_of_a_detector_float_inputs) {
  GraphBuilder b;
  const TensorId boxes = older(b, b.input("boxes", {1, 3, 4})),
                 scores = older(b, b.input("scores", {1, 3, 2}));
  const TensorId anchors = older(b, b.values("anchors", {3, 4}, std::vector<int>(12, 7)));
  const TensorId y = b.output("y", {1, 2, 4});
  b.graph[y].type = nook::DType::kF32, b.graph[y].scales = {};
  b.node(nook::DetectionPostProcess::Attrs{}, {boxes, scores, anchors}, y);
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  const nookc::Node& last = b.graph.nodes.back();
  EXPECT(Graph::attrs<nook::DetectionPostProcess>(last));
  for (const TensorId t : last.in) EXPECT(b.graph[t].type == nook::DType::kF32);
}

namespace {

// Operators that have a form of float32 only. Not among them: what TensorFlow Lite computes of raw bytes.
std::vector<nookc::Attrs> float_operators() {
  std::vector<nookc::Attrs> all;
  for (const nook::OpRowOf row : nook::op_rows()) {
    bool floats = false, others = false;
    for (const nook::FormRow& form : row().forms)
      (form.type == std::string_view("nook_unary_f32") ? floats : others) = true;
    nookc::Attrs attrs;
    if (floats && !others && nookc::Attrs::parse(row(), nook::NodeView{}, &attrs) == nook::Code::kOk)
      all.push_back(std::move(attrs));
  }
  return all;
}

}  // namespace

TEST(make_signed_computes_with_floats_around_an_operator_without_another_form) {
  const std::vector<nookc::Attrs> all = float_operators();
  EXPECT(all.size() > 2);
  for (const nookc::Attrs& attrs : all) {
    GraphBuilder b;
    const TensorId x = older(b, b.input("x", {1, 3}), 100),
                   w = older(b, b.values("w", {3, 3}, {9, 8, 7, 6, 5, 4, 3, 2, 1}), 5);
    const TensorId h = older(b, b.tensor("h", {1, 3})), f = older(b, b.tensor("f", {1, 3})),
                   y = older(b, b.output("y", {1, 3}));
    b.node(nookc::fully_connected(), {x, w}, h);
    b.node(attrs, {h}, f);
    b.node(nookc::fully_connected(), {f, w}, y);
    nookc::make_signed(b.graph);
    EXPECT(nookc::verify(b.graph).empty());
    // QUANTIZE, layer, DEQUANTIZE, the operator, QUANTIZE, layer, QUANTIZE
    EXPECT_EQ(b.graph.nodes.size(), 7u);
    if (b.graph.nodes.size() != 7) continue;
    const nookc::Node& real = b.graph.nodes[3];
    EXPECT(op_code(real) == attrs.code());
    EXPECT(b.graph[real.in[0]].type == nook::DType::kF32 && b.graph[real.out[0]].type == nook::DType::kF32);
    EXPECT(b.graph[b.graph.nodes[1].out[0]].type == nook::DType::kS8);
    EXPECT(b.graph[b.graph.nodes[5].in[0]].type == nook::DType::kS8);
  }
}

// It is refused later, by its own name and types.
TEST(make_signed_keeps_an_operator_that_has_no_form_of_floats_either) {
  GraphBuilder b;
  const TensorId x = older(b, b.input("x", {1, 3})), y = older(b, b.output("y", {1, 3}));
  b.node(nook::LogicalNot::Attrs{}, {x}, y);
  nookc::make_signed(b.graph);
  EXPECT(nookc::verify(b.graph).empty());
  const size_t tensors = b.graph.tensors.size();
  for (size_t t = 0; t < tensors; ++t) EXPECT(b.graph.tensors[t].type != nook::DType::kF32);
}

namespace {

using Octets = std::vector<uint8_t>;

// Runs a graph operator by operator.
Octets run(const Graph& graph, const std::map<TensorId, nookc::Bytes>& inputs) {
  std::map<TensorId, nookc::Bytes> values = inputs;
  for (const nookc::Node& node : graph.nodes) {
    std::vector<const void*> in;
    for (const TensorId t : node.in)
      in.push_back(graph[t].constant() ? graph[t].data->data() : values[t].data());
    std::vector<nookc::Bytes> results = nookc::evaluate(graph, node, in);
    EXPECT_EQ(results.size(), node.out.size());
    for (size_t i = 0; i < results.size(); ++i) values[node.out[i]] = std::move(results[i]);
  }
  Octets y;
  for (const std::byte b : values[graph.outputs[0]]) y.push_back(static_cast<uint8_t>(b));
  return y;
}

uint8_t limited(float v) { return static_cast<uint8_t>(std::fmin(std::fmax(v, 0), 255)); }

// All values of a byte.
nookc::Bytes all_bytes() {
  nookc::Bytes all;
  for (int v = 0; v < 256; ++v) all.push_back(byte(v));
  return all;
}

}  // namespace

// The reference is TensorFlow Lite's arithmetic of uint8, in float32.
TEST(make_signed_keeps_the_bytes_of_tensorflow_lite_where_uint8_is_computed_by_tables) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    test::Rng rng(seed);
    GraphBuilder b;
    const bool logistic = seed % 2 == 0;
    const float scale = rng.real(0.001f, 0.2f), to = logistic ? 1.0f / 256 : 1.0f / 128;
    const int32_t zero = rng.in(0, 255), to_zero = logistic ? 0 : 128;
    const TensorId x = older(b, b.input("x", {1, 256}, scale), zero);
    const TensorId y = older(b, b.output("y", {1, 256}, to), to_zero);
    b.node(logistic ? nookc::Attrs(nook::Logistic::Attrs{}) : nookc::Attrs(nook::Tanh::Attrs{}), {x}, y);
    nookc::make_signed(b.graph);
    const Octets have = run(b.graph, {{x, all_bytes()}});
    for (int v = 0; v < 256; ++v) {
      const float real = scale * static_cast<float>(v - zero);
      const float curve = logistic ? 1.0f / (1.0f + std::exp(-real)) : std::tanh(real);
      EXPECT_EQ(have[static_cast<size_t>(v)],
                limited(std::round(curve * (1.0f / to)) + static_cast<float>(to_zero)));
    }
  }
}

TEST(make_signed_rescales_the_parts_of_a_concatenation_as_tensorflow_lite_does) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    test::Rng rng(seed);
    GraphBuilder b;
    const float scale = rng.real(0.01f, 0.2f), whole = seed % 4 ? rng.real(0.01f, 0.2f) : scale;
    const int32_t zero = rng.in(0, 255), to = rng.in(0, 255);
    const TensorId x = older(b, b.input("x", {1, 256}, scale), zero);
    const TensorId z = older(b, b.input("z", {1, 4}, whole), to);
    const TensorId y = older(b, b.output("y", {1, 260}, whole), to);
    b.node(nook::Concatenation::Attrs{1}, {x, z}, y);
    nookc::make_signed(b.graph);
    const Octets have = run(b.graph, {{x, all_bytes()}, {z, {byte(1), byte(2), byte(3), byte(255)}}});
    const float factor = scale * (1.0f / whole), bias = static_cast<float>(-zero) * factor;
    for (int v = 0; v < 256; ++v) {
      const float moved = static_cast<float>(v) * factor;
      EXPECT_EQ(have[static_cast<size_t>(v)], limited(std::round(moved + bias) + static_cast<float>(to)));
    }
    EXPECT(have[256] == 1 && have[259] == 255);
  }
}
