// The operators that ONNX nodes become, where results alone would not show it: nothing superfluous is
// created.
#include "nookc/front/onnx/import_onnx.h"
#include "tests/onnx/proto.h"
#include "tests/test.h"

using namespace nookc;

namespace {

using nook::OpCode;

Result<Graph> read(const std::string& file) {
  return onnx::import_onnx(proto::bytes_of(file), "net.onnx", {}, {});
}

std::string why(const Result<Graph>& result) {
  return result ? "" : result.diag().where + result.diag().what;
}

int count(const Result<Graph>& graph, OpCode code) {
  if (!graph) {
    printf("have %s\n", to_string(graph.diag()).c_str());
    return -1;
  }
  int found = 0;
  for (const Node& node : graph->nodes) found += !node.erased() && op_code(node) == code;
  return found;
}

const Node* first(const Result<Graph>& graph, OpCode code) {
  if (!graph) return nullptr;
  for (const Node& node : graph->nodes)
    if (!node.erased() && op_code(node) == code) return &node;
  return nullptr;
}

std::string int64s(const std::string& name, const std::vector<int64_t>& numbers) {
  std::string raw(numbers.size() * sizeof(int64_t), '\0');
  if (!numbers.empty()) memcpy(raw.data(), numbers.data(), raw.size());
  return proto::text(5, proto::number(1, static_cast<int64_t>(numbers.size())) + proto::number(2, 7) +
                            proto::text(8, name) + proto::text(9, raw));
}

std::string yes(const std::string& name, bool value) {
  return proto::text(5, proto::number(2, 9) + proto::text(8, name) + proto::text(9, std::string(1, value)));
}

std::string attribute(const std::string& name, const std::string& value) {
  return proto::text(5, proto::text(1, name) + value);
}

std::string words(const std::string& name, const std::string& value) {
  return attribute(name, proto::text(4, value));
}

std::string real(const std::string& name, float value) {
  std::string bytes(4, '\0');
  memcpy(bytes.data(), &value, 4);
  return attribute(name, proto::varint(2 << 3 | 5) + bytes);
}

}  // namespace

TEST(a_dropout_that_may_be_for_training_is_refused) {
  const auto dropout = [](const std::string& mode, const std::string& inputs) {
    return read(proto::model(proto::node("Dropout", {"x", "", "train"}, "y") + mode +
                             proto::interface(11, "x", {1, 4}) + inputs + proto::interface(12, "y", {1, 4})));
  };
  EXPECT(dropout(yes("train", false), ""));
  EXPECT(why(dropout(yes("train", true), "")).find("it is for training") != std::string::npos);
  EXPECT(why(dropout("", proto::interface(11, "train", {1}))).find("it is for training") !=
         std::string::npos);
}

TEST(a_reshape_to_one_number_has_its_shape_in_the_options_only) {
  const auto reshape = [](const std::vector<int64_t>& to) {
    return read(proto::model(proto::node("Reshape", {"x", "to"}, "y") + int64s("to", to) +
                             proto::interface(11, "x", {1, 1}) + proto::interface(12, "y", to)));
  };
  const Result<Graph> scalar = reshape({}), vector = reshape({1});
  const Node *const a = first(scalar, OpCode::kReshape), *const b = first(vector, OpCode::kReshape);
  EXPECT(a && a->in.size() == 1);
  EXPECT(b && b->in.size() == 2);
}

TEST(a_crop_adds_the_outside_only_if_it_is_not_0) {
  const auto resized = [](const std::string& mode, float outside) {
    return read(
        proto::model(proto::node("Resize", {"x", "roi", "", "sizes"}, "y",
                                 words("mode", "linear") + words("coordinate_transformation_mode", mode) +
                                     real("extrapolation_value", outside)) +
                     proto::text(5, proto::tensor("roi", {8}, {0, 0, -0.5f, -0.5f, 1, 1, 1.5f, 1.5f})) +
                     int64s("sizes", {1, 1, 5, 5}) + proto::interface(11, "x", {1, 1, 4, 4}) +
                     proto::interface(12, "y", {1, 1, 5, 5})));
  };
  EXPECT_EQ(count(resized("tf_crop_and_resize", 0), OpCode::kAdd), 0);
  EXPECT_EQ(count(resized("tf_crop_and_resize", 7), OpCode::kAdd), 1);
  EXPECT_EQ(count(resized("half_pixel", 7), OpCode::kAdd), 0);
  EXPECT_EQ(count(resized("asymmetric", 7), OpCode::kAdd), 0);
}

TEST(filters_of_a_transposed_convolution_are_refused_above_their_limit) {
  const auto convolution = [](int64_t size, int64_t dilation) {
    std::vector<float> weights(static_cast<size_t>(size * size), 1);
    return read(proto::model(
        proto::node("ConvTranspose", {"x", "w"}, "y", proto::integers("dilations", {dilation, dilation})) +
        proto::text(5, proto::tensor("w", {1, 1, size, size}, weights)) +
        proto::interface(11, "x", {1, 1, 3, 3}) + proto::interface(12, "y", {1, 1, -1, -1})));
  };
  EXPECT(convolution(1, 1));
  EXPECT(convolution(1, 1 << 20));  // a single element has no gaps
  EXPECT(convolution(2, 63));
  EXPECT(why(convolution(2, 4096)).find("more than 2^24 elements") != std::string::npos);  // 4097 squared
  EXPECT(why(convolution(2, 4095)).find("more than 2^24 elements") == std::string::npos);
}
