// The operators that quantized ONNX nodes become: which stay integers, and with which scales.
#include <algorithm>

#include "nookc/front/onnx/import_onnx.h"
#include "nookc/front/onnx/model.h"
#include "tests/onnx/proto.h"
#include "tests/test.h"

using namespace nookc;

namespace {

using nook::DType;
using nook::OpCode;

constexpr int32_t kInt8 = 3, kInt16 = 5;  // numbers of the format

std::string bytes(const std::string& name, int32_t type, const std::vector<int64_t>& dims,
                  const std::string& raw) {
  std::string made;
  for (const int64_t dim : dims) made += proto::number(1, dim);
  return proto::text(5, made + proto::number(2, type) + proto::text(8, name) + proto::text(9, raw));
}

// `from` with one scale and the zero point 0 of this type, as `to`.
std::string quantized(const std::string& from, const std::string& to, int32_t type, float scale) {
  const std::string s = to + "_s", z = to + "_z", zero(type == kInt8 ? 1 : 2, '\0');
  return proto::node("QuantizeLinear", {from, s, z}, to + "_q") +
         proto::node("DequantizeLinear", {to + "_q", s, z}, to) +
         proto::text(5, proto::tensor(s, {}, {scale})) + bytes(z, type, {}, zero);
}

// Weights of int8 with a scale for each index along `axis`, as `to`.
std::string weights(const std::string& to, const std::vector<int64_t>& dims, int64_t axis) {
  size_t size = 1;
  for (const int64_t dim : dims) size *= static_cast<size_t>(dim);
  const auto units = static_cast<size_t>(dims[static_cast<size_t>(axis)]);
  std::string codes(size, '\1');
  codes[0] = '\x7f';
  std::vector<float> scales(units);
  for (size_t i = 0; i < units; ++i) scales[i] = 0.01f * static_cast<float>(i + 1);
  const std::string along =
      proto::text(5, proto::text(1, "axis") + proto::number(3, axis) + proto::number(20, 2));
  return proto::node("DequantizeLinear", {to + "_q", to + "_s", to + "_z"}, to, along) +
         bytes(to + "_q", kInt8, dims, codes) +
         bytes(to + "_z", kInt8, {dims[static_cast<size_t>(axis)]}, std::string(units, '\0')) +
         proto::text(5, proto::tensor(to + "_s", {static_cast<int64_t>(units)}, scales));
}

// A node between quantized values: x (dims) -> y (out).
Result<Graph> read(const std::string& node, int32_t type, const std::vector<int64_t>& dims,
                   const std::vector<int64_t>& out) {
  const std::string file =
      proto::model(quantized("x", "a", type, 0.5f) + node + quantized("b", "y", type, 0.25f) +
                   proto::interface(11, "x", dims) + proto::interface(12, "y", out));
  Result<Graph> graph = onnx::import_onnx(proto::bytes_of(file), "net.onnx", {}, {});
  if (!graph) printf("%s\n", to_string(graph.diag()).c_str());
  EXPECT(graph);
  return graph;
}

std::vector<const Node*> all(const Result<Graph>& graph, OpCode code) {
  std::vector<const Node*> found;
  if (graph)
    for (const Node& node : graph->nodes)
      if (!node.erased() && op_code(node) == code) found.push_back(&node);
  return found;
}

TEST(sigmoids_and_softmaxes_have_the_scales_that_tensorflow_lite_fixes) {
  for (const auto& [op, code] : {std::pair("Sigmoid", OpCode::kLogistic), {"Softmax", OpCode::kSoftmax}})
    for (const int32_t type : {kInt8, kInt16}) {
      const auto graph = read(proto::node(op, {"a"}, "b"), type, {1, 8}, {1, 8});
      const auto found = all(graph, code);
      EXPECT_EQ(found.size(), 1);
      if (found.size() != 1) continue;
      const Tensor& y = (*graph)[found[0]->out[0]];
      EXPECT(y.type == (type == kInt8 ? DType::kS8 : DType::kS16));
      EXPECT(y.scales == std::vector<float>{type == kInt8 ? 1.0f / 256 : 1.0f / 32768});
      EXPECT_EQ(y.zero_point, type == kInt8 ? -128 : 0);
    }
}

TEST(reductions_that_choose_an_element_have_one_scale) {
  const std::string axes = proto::integers("axes", {1});
  for (const auto& [op, code] :
       {std::pair("ReduceMax", OpCode::kReduceMax), {"ReduceMin", OpCode::kReduceMin}}) {
    const auto graph = read(proto::node(op, {"a"}, "b", axes), kInt8, {1, 8, 4}, {1, 1, 4});
    const auto found = all(graph, code);
    EXPECT_EQ(found.size(), 1);
    if (found.size() != 1) continue;
    const Tensor &x = (*graph)[found[0]->in[0]], &y = (*graph)[found[0]->out[0]];
    EXPECT(x.type == DType::kS8 && y.type == DType::kS8 && x.scales == y.scales &&
           x.scales == std::vector<float>{0.25f});
  }
}

TEST(transposed_convolutions_of_groups_are_computed_in_float) {
  const auto made = [](int64_t groups) {
    const std::string group =
        proto::text(5, proto::text(1, "group") + proto::number(3, groups) + proto::number(20, 2));
    return read(weights("w", {4, 2, 2, 2}, 1) + proto::node("ConvTranspose", {"a", "w"}, "b", group), kInt8,
                {1, 4, 3, 3}, {1, 2 * groups, 4, 4});
  };
  const auto one = made(1), two = made(2);
  const auto alone = all(one, OpCode::kTransposeConv), parts = all(two, OpCode::kTransposeConv);
  EXPECT(alone.size() == 1 && (*one)[alone[0]->out[0]].type == DType::kS8);
  EXPECT_EQ(parts.size(), 2);
  for (const Node* part : parts) EXPECT((*two)[part->out[0]].type == DType::kF32);
}

// TensorFlow Lite reads the dimension to which scales belong, of biases too.
TEST(a_bias_has_a_scale_for_each_of_its_elements) {
  const std::vector<float> bias = {1, 2, 3};
  const auto graph = read(weights("w", {3, 2, 1, 1}, 0) + proto::node("Conv", {"a", "w", "bias"}, "b") +
                              proto::text(5, proto::tensor("bias", {3}, bias)),
                          kInt8, {1, 2, 4, 4}, {1, 3, 4, 4});
  const auto found = all(graph, OpCode::kConv2D);
  EXPECT(found.size() == 1 && found[0]->in.size() == 3);
  if (found.size() != 1 || found[0]->in.size() != 3) return;
  const Tensor &w = (*graph)[found[0]->in[1]], &b = (*graph)[found[0]->in[2]];
  EXPECT(b.type == DType::kS32 && b.scales.size() == 3 && w.scales.size() == 3);
  EXPECT_EQ(b.channel_axis, 0);
  for (size_t i = 0; i < std::min(b.scales.size(), w.scales.size()); ++i)
    EXPECT(b.scales[i] == w.scales[i] * 0.5f);
}

TEST(a_node_has_the_attributes_that_the_file_gives_and_no_others) {
  onnx::OnnxNode node;
  EXPECT(!node.has("scale"));
  node.attributes["scale"] = {};
  EXPECT(node.has("scale") && !node.has("alpha"));
}

}  // namespace
