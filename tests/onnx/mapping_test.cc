// The operators that ONNX nodes become, where results alone would not show it: nothing superfluous is
// created.
#include "nook/ops/conv2d/conv2d_op.h"
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

TEST(an_open_batch_is_1_wherever_its_name_appears) {
  const auto graph =
      read(proto::model(proto::node("MatMul", {"x", "w"}, "y") + proto::interface(11, "x", {-1, 4}) +
                        proto::interface(11, "w", {4, -1}) + proto::interface(12, "y", {-1, -1})));
  EXPECT(graph && graph->inputs.size() == 2);
  if (!graph) return (void)printf("%s\n", to_string(graph.diag()).c_str());
  const nook::Shape &x = (*graph)[graph->inputs[0]].shape, &w = (*graph)[graph->inputs[1]].shape;
  EXPECT(x.dim[0] == 1 && x.dim[1] == 4 && w.dim[0] == 4 && w.dim[1] == 1);
}

// y = x + the transposed constant.
TEST(a_constant_is_transposed_by_its_axes_or_turned_round_without_them) {
  const auto added = [](const std::string& axes, const std::vector<int64_t>& dims) {
    const auto graph =
        read(proto::model(proto::node("Transpose", {"c"}, "t", axes) + proto::node("Add", {"x", "t"}, "y") +
                          proto::text(5, proto::tensor("c", {1, 2, 3}, {1, 2, 3, 4, 5, 6})) +
                          proto::interface(11, "x", dims) + proto::interface(12, "y", dims)));
    std::vector<float> numbers;
    const Node* const add = first(graph, OpCode::kAdd);
    EXPECT(add && graph->nodes.size() == 1);
    for (size_t i = 0; add && i < add->in.size(); ++i) {
      const Tensor& t = (*graph)[add->in[i]];
      if (!t.constant()) continue;
      numbers.resize(t.data->size() / sizeof(float));
      memcpy(numbers.data(), t.data->data(), t.data->size());
    }
    return numbers;
  };
  const std::vector<float> turned = {1, 4, 2, 5, 3, 6};
  EXPECT(added(proto::integers("perm", {2, 0, 1}), {3, 1, 2}) == turned);
  EXPECT(added("", {3, 2, 1}) == turned);
  EXPECT(added(proto::integers("perm", {0, 1, 2}), {1, 2, 3}) == (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

// Before opset 9 the scales are an attribute.
TEST(an_upsample_is_as_large_as_its_scales_say_wherever_they_are) {
  const auto upsampled = [](const std::string& attribute, const std::string& constant, int64_t opset) {
    std::vector<std::string> in = {"x"};
    if (!constant.empty()) in.push_back("s");
    return read(proto::model(proto::node("Upsample", in, "y", attribute) + constant +
                                 proto::interface(11, "x", {1, 1, 3, 3}) +
                                 proto::interface(12, "y", {1, 1, 6, 9}),
                             opset));
  };
  const std::vector<float> scales = {1, 1, 2, 3};
  std::string raw(16, '\0');
  memcpy(raw.data(), scales.data(), 16);
  const auto old = upsampled(attribute("scales", proto::text(7, raw) + proto::number(20, 6)), "", 7);
  const auto now = upsampled("", proto::text(5, proto::tensor("s", {4}, scales)), 9);
  for (const auto* graph : {&old, &now}) {
    EXPECT(*graph);
    if (!*graph) {
      printf("%s\n", to_string(graph->diag()).c_str());
      continue;
    }
    const nook::Shape& y = (**graph)[(*graph)->outputs[0]].shape;
    EXPECT(y.elements() == 54);
  }
}

TEST(a_normalization_over_neighbours_needs_channels_and_at_least_one) {
  const auto lrn = [](const std::vector<int64_t>& dims, int64_t size) {
    const std::string number = attribute("size", proto::number(3, size));
    return read(proto::model(proto::node("LRN", {"x"}, "y", number) + proto::interface(11, "x", dims) +
                             proto::interface(12, "y", dims)));
  };
  EXPECT(lrn({1, 3, 4}, 1) && lrn({1, 3, 4, 4}, 3));
  EXPECT(why(lrn({1, 3}, 1)).find("need channels") != std::string::npos);
  for (const int64_t size : {0, -1, (1 << 20) + 1})
    EXPECT(why(lrn({1, 3, 4}, size)).find("need channels") != std::string::npos);
}

TEST(a_window_that_is_padded_along_one_axis_only_is_padded_there) {
  const auto conv = [](const std::vector<int64_t>& pads, const std::vector<int64_t>& out) {
    const std::vector<float> weights(9, 1);
    const auto graph =
        read(proto::model(proto::node("Conv", {"x", "w"}, "y", proto::integers("pads", pads)) +
                          proto::text(5, proto::tensor("w", {1, 1, 3, 3}, weights)) +
                          proto::interface(11, "x", {1, 1, 5, 5}) + proto::interface(12, "y", out)));
    const Node* const node = first(graph, OpCode::kConv2D);
    const auto* const attrs = node ? Graph::attrs<nook::Conv2D>(*node) : nullptr;
    EXPECT(attrs);
    return attrs ? attrs->padding : nook::Padding{};
  };
  EXPECT(conv({0, 0, 0, 0}, {1, 1, 3, 3}).mode == nook::PadMode::kValid);
  EXPECT(conv({1, 1, 1, 1}, {1, 1, 5, 5}).mode == nook::PadMode::kSame);
  const nook::Padding wide = conv({0, 1, 0, 1}, {1, 1, 3, 5}), high = conv({1, 0, 1, 0}, {1, 1, 5, 3});
  EXPECT(wide.mode == nook::PadMode::kExplicit && wide.top == 0 && wide.bottom == 0 && wide.left == 1 &&
         wide.right == 1);
  EXPECT(high.mode == nook::PadMode::kExplicit && high.top == 1 && high.bottom == 1 && high.left == 0 &&
         high.right == 0);
}

TEST(a_split_whose_parts_are_used_makes_each_of_them) {
  const auto dims = std::vector<int64_t>{1, 4};
  const std::string split =
      proto::text(1, proto::text(1, "x") + proto::text(2, "a") + proto::text(2, "b") +
                         proto::text(4, "Split") + attribute("axis", proto::number(3, 1)));
  const auto graph = read(proto::model(split + proto::node("Sub", {"b", "a"}, "y") +
                                       proto::interface(11, "x", dims) + proto::interface(12, "y", {1, 2})));
  EXPECT_EQ(count(graph, OpCode::kSplitV), 1);
  const Node *const parts = first(graph, OpCode::kSplitV), *const sub = first(graph, OpCode::kSub);
  EXPECT(parts && sub && parts->out.size() == 2 && sub->in[0] == parts->out[1] &&
         sub->in[1] == parts->out[0]);
}

// Without its integers, a dynamic quantization is only the step of a product.
TEST(a_dynamic_quantization_is_mapped_only_if_products_alone_read_its_integers) {
  const auto made = [](bool returned, bool read_by_another) {
    const std::string dynamic =
        proto::text(1, proto::text(1, "x") + proto::text(2, "q") + proto::text(2, "s") + proto::text(2, "z") +
                           proto::text(4, "DynamicQuantizeLinear"));
    const std::string weights =
        proto::text(5, proto::number(1, 2) + proto::number(1, 2) + proto::number(2, 3) + proto::text(8, "w") +
                           proto::text(9, "\x01\x02\x03\x04"));
    const std::string to_float = attribute("to", proto::number(3, 1));
    const std::string codes = proto::text(
        1, proto::number(1, 2) +
               proto::text(2, proto::text(1, proto::number(1, 1)) + proto::text(1, proto::number(1, 2))));
    return read(proto::model(dynamic + proto::node("MatMulInteger", {"q", "w", "z"}, "p") +
                             proto::node("Cast", {"p"}, "y", to_float) +
                             (read_by_another ? proto::node("Cast", {"q"}, "f", to_float) : "") + weights +
                             proto::interface(11, "x", {1, 2}) + proto::interface(12, "y", {1, 2}) +
                             (read_by_another ? proto::interface(12, "f", {1, 2}) : "") +
                             (returned ? proto::text(12, proto::text(1, "q") + proto::text(2, codes)) : "")));
  };
  EXPECT(made(false, false));
  for (const auto& [returned, another] : {std::pair(true, false), {false, true}, {true, true}})
    EXPECT(why(made(returned, another)).find("DynamicQuantizeLinear") != std::string::npos);
}

TEST(a_number_out_of_its_range_is_refused_with_the_range) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  const auto refused = [](const std::string& op, const std::vector<std::string>& in, const std::string& more,
                          const std::string& says) {
    const auto graph = read(proto::model(
        proto::node("Cast", {"x"}, "at", attribute("to", proto::number(3, 7))) +
        proto::node(op, in, "y", more.substr(0, more.find('|'))) + more.substr(more.find('|') + 1) +
        proto::text(5, proto::tensor("w", {2, 4, 1, 1}, std::vector<float>(8))) +
        proto::text(5, proto::tensor("two", {2}, {0, 1})) + proto::interface(11, "x", {1, 4, 4, 4}) +
        proto::text(12, proto::text(1, "y"))));
    EXPECT(why(graph).find(says) != std::string::npos);
    if (why(graph).find(says) == std::string::npos) printf("%s: %s\n", says.c_str(), why(graph).c_str());
  };
  for (const int64_t k : {int64_t{-1}, int64_t{0}, int64_t{5}, kHuge}) {
    refused("TopK", {"x", "n"}, "|" + int64s("n", {k}), "k: need 1 to 4, have " + std::to_string(k));
    if (k != 5) {
      refused("OneHot", {"at", "n", "two"}, "|" + int64s("n", {k}), "depth: need 1 to 2147483647, have ");
      refused("Tile", {"x", "n"}, "|" + int64s("n", {1, k, 1, 1}), "repeats: need 1 to 2147483647, have ");
      refused("Expand", {"x", "n"}, "|" + int64s("n", {k, 4, 4, 4}), "shape: need 1 to 2147483647, have ");
    }
  }
  refused("Conv", {"x", "w"}, attribute("group", proto::number(3, 0)) + "|", "group: need 1 to 4, have 0");
}

TEST(an_operator_that_is_computed_before_the_model_runs_says_so_where_it_cant_be) {
  const auto refused = [](const std::string& op, const std::vector<std::string>& in,
                          const std::string& constants) {
    return why(read(proto::model(proto::node("Cast", {"x"}, "at", attribute("to", proto::number(3, 7))) +
                                 proto::node(op, in, "y") + constants + proto::interface(11, "x", {1, 4}) +
                                 proto::text(12, proto::text(1, "y")))));
  };
  const std::string numbers = int64s("a", {0}) + int64s("b", {int64_t{1} << 62}) + int64s("c", {1});
  EXPECT(refused("Range", {"a", "b", "c"}, numbers).find("too large") != std::string::npos);
  EXPECT(refused("Range", {"a", "b", "a"}, numbers).find("too large") != std::string::npos);  // a step of 0
  EXPECT(refused("Range", {"a", "at", "c"}, numbers).find("'at' is not known then") != std::string::npos);
  EXPECT(refused("ConstantOfShape", {"at"}, "").find("'at' is not known then") != std::string::npos);
  EXPECT(refused("ConstantOfShape", {"b"}, numbers).find("too large") != std::string::npos);
  EXPECT(refused("Det", {"x"}, "").find("nook has no such operator") != std::string::npos);
}
