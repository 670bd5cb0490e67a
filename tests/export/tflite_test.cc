// TensorFlow Lite's requirements for a file: versions, operands whose absence it does not check, and
// operators that it cannot run.
#include "nook/ops/add_n/add_n_op.h"
#include "nook/ops/broadcast_to/broadcast_to_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nookc/front/export/complete.h"
#include "nookc/front/export/elsewhere.h"
#include "nookc/front/export/op_versions.h"
#include "nookc/graph/any_attrs.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using nook::DType;

// A graph of one node with tensors of these types and shapes; integers have scale 1.
struct One {
  Graph graph;

  TensorId tensor(DType type, std::vector<int32_t> shape, float scale = 1) {
    Tensor t;
    t.name = "t" + std::to_string(graph.tensors.size()), t.type = type;
    t.shape.rank = static_cast<uint8_t>(shape.size());
    std::copy(shape.begin(), shape.end(), t.shape.dim);
    if (type == DType::kS8 || type == DType::kS16) t.scales = {scale};
    return graph.add(std::move(t));
  }
  const Node& node(Attrs attrs, std::vector<TensorId> in, TensorId out) {
    Node node;
    node.attrs = std::move(attrs), node.in = std::move(in), node.out = {out};
    graph.nodes.push_back(std::move(node));
    return graph.nodes.back();
  }
  int32_t version() const { return version_of(graph, graph.nodes[0]); }
  std::string why_not() const { return why_not_in_tflite(graph, graph.nodes[0]); }
};

One unary(Attrs attrs, DType type) {
  One one;
  const TensorId x = one.tensor(type, {1, 4}), y = one.tensor(type, {1, 4});
  one.node(std::move(attrs), {x}, y);
  return one;
}

One product(DType type, float scale, std::vector<int32_t> a, std::vector<int32_t> b) {
  One one;
  const TensorId x = one.tensor(type, a, scale), y = one.tensor(type, b, scale), z = one.tensor(type, a);
  one.node(nook::Mul::Attrs{}, {x, y}, z);
  return one;
}

One depthwise(DType type, int32_t dilation) {
  One one;
  const TensorId x = one.tensor(type, {1, 4, 4, 2}, 0.5f), y = one.tensor(type, {1, 4, 4, 2});
  const TensorId w = one.tensor(type == DType::kF32 ? type : DType::kS8, {1, 3, 3, 2}, 0.25f);
  one.graph[w].data = std::make_shared<const Bytes>(size_t{18} * (type == DType::kF32 ? 4 : 1));
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.dilation_h = attrs.dilation_w = dilation;
  one.node(attrs, {x, w}, y);
  return one;
}

}  // namespace

TEST(versions_follow_types_shapes_scales_and_options) {
  for (const DType type : {DType::kF32, DType::kS8})
    EXPECT_EQ(unary(nook::HardSwish::Attrs{}, type).version(), 1);
  EXPECT_EQ(unary(nook::BroadcastTo::Attrs{}, DType::kF32).version(), 2);
  EXPECT_EQ(unary(nook::BroadcastTo::Attrs{}, DType::kS8).version(), 3);
  EXPECT_EQ(product(DType::kF32, 1, {1, 4}, {1, 4}).version(), 1);
  EXPECT_EQ(product(DType::kS8, 0.5f, {1, 4}, {1, 4}).version(), 2);
  EXPECT_EQ(product(DType::kS8, 1, {1, 4}, {1, 4}).version(), 3);
  EXPECT_EQ(product(DType::kS16, 0.5f, {1, 4}, {1, 4}).version(), 4);
  EXPECT_EQ(depthwise(DType::kF32, 1).version(), 1);
  EXPECT_EQ(depthwise(DType::kF32, 2).version(), 2);
  EXPECT_EQ(depthwise(DType::kS8, 2).version(), 3);
}

TEST(a_convolution_gets_a_bias_of_zeros_in_the_scale_of_its_sums) {
  for (const auto& [type, of_bias] :
       {std::pair{DType::kF32, DType::kF32}, {DType::kS8, DType::kS32}, {DType::kS16, DType::kS64}}) {
    One one = depthwise(type, 1);
    EXPECT_EQ(complete(one.graph), 1);
    EXPECT_EQ(complete(one.graph), 0);
    const Node& node = one.graph.nodes[0];
    EXPECT_EQ(node.in.size(), 3u);
    const Tensor& bias = one.graph[node.in[2]];
    EXPECT(bias.type == of_bias && bias.shape.rank == 1 && bias.shape.dim[0] == 2);
    EXPECT_EQ(bias.data->size(), static_cast<size_t>(bias.bytes()));
    EXPECT(type == DType::kF32 ? bias.scales.empty() : bias.scales == std::vector<float>{0.125f});
  }
}

TEST(a_hybrid_depthwise_convolution_gets_a_scale_for_each_channel) {
  One one = depthwise(DType::kS8, 1);
  for (const TensorId t : {one.graph.nodes[0].in[0], one.graph.nodes[0].out[0]})
    one.graph[t].type = DType::kF32, one.graph[t].scales.clear();
  EXPECT_EQ(complete(one.graph), 1);
  const Tensor& weights = one.graph[one.graph.nodes[0].in[1]];
  EXPECT((weights.scales == std::vector<float>{0.25f, 0.25f}) && weights.channel_axis == 3);
  EXPECT_EQ(one.version(), 6);
}

TEST(operators_that_tensorflow_lite_cannot_run_are_reported) {
  EXPECT(unary(nook::AddN::Attrs{}, DType::kF32).why_not().empty());
  EXPECT(unary(nook::AddN::Attrs{}, DType::kS8).why_not() == "it has no kernel for int8");
  EXPECT(product(DType::kF32, 1, {2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}).why_not().empty());
  EXPECT(product(DType::kF32, 1, {2, 2, 2, 2}, {2, 1, 1, 2}).why_not().empty());
  const One five = product(DType::kF32, 1, {2, 2, 2, 2, 2}, {2, 1, 1, 1, 2});
  EXPECT(five.why_not() == "it broadcasts at most 4 dimensions");
  const std::vector<std::string> notes = notes_on_tflite(five.graph);
  EXPECT(notes.size() == 1 && notes[0].starts_with("TensorFlow Lite 2.9 can't run MUL 't2': "));
  One many;
  const TensorId x = many.tensor(DType::kS8, {1}), y = many.tensor(DType::kS8, {1});
  for (int i = 0; i < 20; ++i) many.node(nook::AddN::Attrs{}, {x}, y);
  EXPECT(notes_on_tflite(many.graph).back() == "and 12 more that it can't run");
}
