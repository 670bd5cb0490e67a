// TensorFlow Lite's requirements for a file: versions, operands whose absence it does not check, and
// operators that it cannot run.
#include "nook/ops/add_n/add_n_op.h"
#include "nook/ops/broadcast_to/broadcast_to_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/detection_post_process/detection_post_process_op.h"
#include "nook/ops/embedding_lookup/embedding_lookup_op.h"
#include "nook/ops/floor_mod/floor_mod_op.h"
#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/rsqrt/rsqrt_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
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

// The options that an operator has without any in the file.
Attrs parsed(nook::OpCode code) {
  Attrs attrs;
  EXPECT(Attrs::parse(op_row(code), nook::NodeView{}, &attrs) == nook::Code::kOk);
  return attrs;
}

// Weights of 4 bits in an operator whose version is older than they are: without a bias, or grouped.
One of_four_bits(nook::OpCode code, const std::vector<int32_t>& x_shape,
                 const std::vector<int32_t>& w_shape) {
  One one;
  const TensorId x = one.tensor(DType::kS8, x_shape), w = one.tensor(DType::kS8, w_shape),
                 y = one.tensor(DType::kS8, x_shape);
  one.graph[w].type = DType::kS4;
  one.node(parsed(code), {x, w}, y);
  return one;
}

One lookup(DType indices, DType table, std::vector<int32_t> shape) {
  One one;
  const TensorId i = one.tensor(indices, {2}), t = one.tensor(table, shape);
  shape[0] = 2;
  one.node(nook::EmbeddingLookup::Attrs{}, {i, t}, one.tensor(table, shape));
  return one;
}

// Divides by a constant, or by numbers that are computed.
One remainder(const std::vector<int32_t>& divisor, DType type = DType::kS32) {
  One one;
  const TensorId x = one.tensor(type, {2}), y = one.tensor(type, {2});
  if (!divisor.empty()) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(divisor.data());
    one.graph[y].data = std::make_shared<const Bytes>(bytes, bytes + divisor.size() * sizeof(int32_t));
  }
  one.node(nook::FloorMod::Attrs{}, {x, y}, one.tensor(type, {2}));
  return one;
}

using Lines = std::vector<std::string>;

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

TEST(a_release_has_kernels_for_the_types_of_all_operands) {
  const One dense = of_four_bits(nook::OpCode::kFullyConnected, {2, 4}, {4, 4}),
            grouped = of_four_bits(nook::OpCode::kConv2D, {1, 4, 4, 2}, {2, 3, 3, 1});
  EXPECT(dense.version() == 6 && grouped.version() == 6);
  for (const One& one : {dense, grouped}) {
    EXPECT(release_of(one.graph, one.graph.nodes[0]) == (Release{2, 11}));
    EXPECT(notes_on_tflite(one.graph) == Lines{"TensorFlow Lite runs it from release 2.11 on"});
  }
}

TEST(lookups_that_tensorflow_lite_lacks_are_reported) {
  for (const DType type : {DType::kF32, DType::kS8})
    EXPECT(lookup(DType::kS32, type, {5, 3}).why_not().empty());
  EXPECT(lookup(DType::kS32, DType::kS16, {5, 3}).why_not() == "it has no kernel for int16");
  EXPECT(lookup(DType::kS64, DType::kF32, {5, 3}).why_not() == "it takes indices of int32 only");
  EXPECT(lookup(DType::kS32, DType::kF32, {5}).why_not() == "it needs a table of two or more dimensions");
}

TEST(shapes_that_tensorflow_lite_cannot_have_are_reported) {
  const auto fill = [](std::vector<int32_t> shape) {
    One one;
    const TensorId size = one.tensor(DType::kS32, {2}), value = one.tensor(DType::kF32, shape);
    one.node(parsed(nook::OpCode::kFill), {size, value}, one.tensor(DType::kF32, {2, 2}));
    return one.why_not();
  };
  EXPECT(fill({}).empty());
  EXPECT(fill({1}) == "it takes a value without dimensions");

  const auto normalized = [](std::vector<int32_t> shape) {
    One one;
    const TensorId x = one.tensor(DType::kF32, shape);
    one.node(parsed(nook::OpCode::kL2Normalization), {x}, one.tensor(DType::kF32, shape));
    return one.why_not();
  };
  EXPECT(normalized({1, 2, 2, 2}).empty());
  EXPECT(normalized({1, 1, 2, 2, 2}) == "its operands have at most 4 dimensions");

  for (const nook::OpCode code : {nook::OpCode::kPad, nook::OpCode::kPadv2}) {
    One one;
    const TensorId x = one.tensor(DType::kF32, {1, 1, 1, 2, 1, 3}), around = one.tensor(DType::kS32, {6, 2});
    one.node(parsed(code), {x, around}, one.tensor(DType::kF32, {1, 1, 1, 2, 1, 3}));
    EXPECT(one.why_not() == "its operands have at most 5 dimensions");
  }

  const auto leaking = [](std::vector<int32_t> shape) {
    One one;
    const TensorId x = one.tensor(DType::kF32, {1, 1, 2}), slope = one.tensor(DType::kF32, {1, 4, 2});
    one.node(parsed(nook::OpCode::kPrelu), {x, slope}, one.tensor(DType::kF32, shape));
    return one.why_not();
  };
  EXPECT(leaking({1, 1, 2}).empty());
  EXPECT(leaking({1, 4, 2}) == "its result has the shape of its data");

  const auto sliced = [](uint32_t added, uint32_t ellipsis) {
    One one;
    const TensorId x = one.tensor(DType::kF32, {1, 2, 2, 2}), at = one.tensor(DType::kS32, {3});
    nook::StridedSlice::Attrs attrs;
    attrs.new_axis_mask = added, attrs.ellipsis_mask = ellipsis;
    one.node(attrs, {x, at, at, at}, one.tensor(DType::kF32, {1, 2, 2, 2}));
    return one.why_not();
  };
  EXPECT(sliced(1, 0).empty() && sliced(3, 2).empty() && sliced(8, 0).empty());
  EXPECT(sliced(3, 0) == "with new axes its result has at most 5 dimensions");
}

TEST(scales_at_which_tensorflow_lite_stops_are_reported) {
  const auto combined = [](nook::OpCode code, DType type, float of_result) {
    One one;
    const TensorId x = one.tensor(type, {4}, 2), y = one.tensor(type, {4}, 0.5f);
    one.node(parsed(code), {x, y}, one.tensor(type, {4}, of_result));
    return one.why_not();
  };
  const std::string why = "the scale of its result is too small for those of its operands";
  for (const nook::OpCode code : {nook::OpCode::kAdd, nook::OpCode::kSub}) {
    EXPECT(combined(code, DType::kS8, 5.0f / (1 << 20)).empty());
    EXPECT(combined(code, DType::kS8, 4.0f / (1 << 20)) == why);
    EXPECT(combined(code, DType::kS16, 5.0f / (1 << 15)).empty());
    EXPECT(combined(code, DType::kS16, 4.0f / (1 << 15)) == why);
  }
  EXPECT(combined(nook::OpCode::kSquaredDifference, DType::kS8, 17.0f / (1 << 14)).empty());
  EXPECT(combined(nook::OpCode::kSquaredDifference, DType::kS8, 16.0f / (1 << 14)) == why);
}

TEST(scales_and_zero_points_that_tensorflow_lite_lacks_are_reported) {
  One sum = product(DType::kS8, 1, {1, 4}, {1, 4});
  EXPECT(sum.why_not().empty());
  sum.graph[sum.graph.nodes[0].in[1]].scales = {1, 1, 2, 2};
  EXPECT(sum.why_not() == "it takes one scale for an operand");

  for (const size_t side : {0u, 1u}) {
    One one;
    const TensorId x = one.tensor(DType::kS16, {4}), y = one.tensor(DType::kS16, {4});
    one.node(parsed(nook::OpCode::kQuantize), {x}, y);
    EXPECT(one.why_not().empty());
    one.graph[side ? y : x].zero_point = 1;
    EXPECT(one.why_not() == "the zero point of its int16 is 0");
  }
}

TEST(biases_that_tensorflow_lite_refuses_are_reported) {
  for (const bool right : {false, true}) {
    One one;
    const TensorId x = one.tensor(DType::kS8, {1, 4}, 0.5f), w = one.tensor(DType::kS8, {3, 4}, 0.25f),
                   bias = one.tensor(DType::kS32, {3}), y = one.tensor(DType::kS8, {1, 3});
    one.graph[bias].scales = {right ? 0.125f : 0.25f};
    one.node(parsed(nook::OpCode::kFullyConnected), {x, w, bias}, y);
    EXPECT(one.why_not() == (right ? "" : "its bias has another scale than data times weights"));
  }
}

TEST(a_hybrid_convolution_whose_channels_have_one_scale_is_reported) {
  for (const float second : {0.25f, 0.5f}) {
    One one;
    const TensorId x = one.tensor(DType::kF32, {1, 4, 4, 2}), w = one.tensor(DType::kS8, {2, 1, 1, 2}),
                   y = one.tensor(DType::kF32, {1, 4, 4, 2});
    one.graph[w].scales = {0.25f, second};
    one.node(parsed(nook::OpCode::kConv2D), {x, w}, y);
    EXPECT_EQ(one.why_not().empty(), second != 0.25f);
  }
}

TEST(values_at_which_tensorflow_lite_stops_are_reported) {
  One root = unary(nook::Rsqrt::Attrs{}, DType::kS8);
  EXPECT(notes_on_tflite(root.graph) ==
         Lines{"TensorFlow Lite stops at RSQRT 't1' if a value is below 0 in 't0'"});
  root.graph[root.graph.nodes[0].in[0]].zero_point = -128;  // no value of int8 is below 0
  EXPECT(notes_on_tflite(root.graph).empty());
  EXPECT(notes_on_tflite(unary(nook::Rsqrt::Attrs{}, DType::kF32).graph).empty());

  const Lines of_division = {"TensorFlow Lite stops at FLOOR_MOD 't2' if there is a 0 in 't1'"};
  EXPECT(notes_on_tflite(remainder({}).graph) == of_division);
  EXPECT(notes_on_tflite(remainder({1, 0}).graph) == of_division);
  EXPECT(notes_on_tflite(remainder({1, 2}).graph).empty());
  EXPECT(notes_on_tflite(remainder({}, DType::kF32).graph).empty());  // NaN
}

TEST(anchors_at_which_tensorflow_lite_stops_are_reported) {
  for (const float side : {1.0f, 0.0f, -1.0f}) {
    One one;
    const TensorId codes = one.tensor(DType::kF32, {1, 1, 4}), classes = one.tensor(DType::kF32, {1, 1, 2}),
                   anchors = one.tensor(DType::kF32, {1, 4});
    const float values[] = {-1, 0, 1, side};
    const auto* const bytes = reinterpret_cast<const std::byte*>(values);
    one.graph[anchors].data = std::make_shared<const Bytes>(bytes, bytes + sizeof values);
    one.node(nook::DetectionPostProcess::Attrs{}, {codes, classes, anchors},
             one.tensor(DType::kF32, {1, 1, 4}));
    EXPECT_EQ(notes_on_tflite(one.graph).size(), side > 0 ? 0u : 1u);
  }
}
