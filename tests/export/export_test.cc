// The writer of .tflite files: the importer reads back the graph that was written.
#include "nookc/front/export/export.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "nookc/front/export/complete.h"
#include "nookc/front/export/op_versions.h"
#include "nookc/front/import/import.h"
#include "nookc/front/import/variables.h"
#include "nookc/middle/passes/fold_pads.h"
#include "tests/export/same_graph.h"
#include "tests/generated/random_graph.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;

nookc::Result<Graph> imported(const std::string& bytes) {
  return nookc::import_tflite(std::as_bytes(std::span(bytes.data(), bytes.size())), "test.tflite");
}

// Writes the graph and reads it again.
nookc::Result<Graph> again(const Graph& graph) {
  const auto bytes = nookc::export_tflite(graph);
  if (!bytes) return bytes.diag();
  return imported(*bytes);
}

bool comes_back(const Graph& graph) {
  const auto read = again(graph);
  if (!read) {
    printf("%s\n", to_string(read.diag()).c_str());
    return false;
  }
  Graph complete = graph;
  nookc::complete(complete);
  const std::string differs = test::difference(complete, *read);
  if (!differs.empty()) printf("%s\n", differs.c_str());
  return differs.empty();
}

TEST(written_files_are_read_again) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    generated::Choices choices(seed);
    const bool same = comes_back(generated::random_graph(choices));
    if (!same) printf("seed %d\n", static_cast<int>(seed));
    EXPECT(same);
  }
}

// Numbers for the options of a custom operator.
struct Numbering {
  int next = 2;
  template <class T>
  void value(const char*, T& member) {
    member = static_cast<T>(next++);
  }
};

// Values of an attribute that are neither defaults nor equal.
template <class A>
A numbered() {
  A a{};
  int next = 2;
#define NOOK_NUMBER(member) \
  if constexpr (requires { a.member; }) a.member = static_cast<decltype(a.member)>(next++);
  NOOK_NUMBER(stride_h)
  NOOK_NUMBER(stride_w)
  NOOK_NUMBER(dilation_h)
  NOOK_NUMBER(dilation_w)
  NOOK_NUMBER(filter_h)
  NOOK_NUMBER(filter_w)
  NOOK_NUMBER(axis)
  NOOK_NUMBER(beta)
  NOOK_NUMBER(alpha)
  NOOK_NUMBER(begin_mask)
  NOOK_NUMBER(end_mask)
  NOOK_NUMBER(shrink_axis_mask)
  NOOK_NUMBER(ellipsis_mask)
  NOOK_NUMBER(new_axis_mask)
  NOOK_NUMBER(offset)
  NOOK_NUMBER(keep_dims)
  NOOK_NUMBER(keep_num_dims)
  NOOK_NUMBER(batch_dims)
  NOOK_NUMBER(block)
  NOOK_NUMBER(symmetric)
  NOOK_NUMBER(align_corners)
  NOOK_NUMBER(half_pixel_centers)
  NOOK_NUMBER(rank)
  NOOK_NUMBER(cell_clip)
  NOOK_NUMBER(time_major)
#undef NOOK_NUMBER
  if constexpr (requires { A::Op::kOptions; }) {
    Numbering to;
    nook::visit_options<typename A::Op>(to, a);
  }
  if constexpr (requires { a.activation; }) a.activation = nook::Activation::kRelu6;
  if constexpr (requires { a.fused_activation; }) a.fused_activation = nook::Activation::kReluN1To1;
  if constexpr (requires { a.padding; }) a.padding.mode = nook::PadMode::kSame;
  return a;
}

TEST(options_of_every_operator_come_back) {
  int operators = 0;
// The importer creates copies for the operators on variables.
#define NOOK_OP(Type, folder, code)                                                 \
  if (!nookc::Variables::is_for(code)) {                                            \
    test::GraphBuilder b;                                                           \
    const TensorId x = b.input("x", {1, 4, 4, 2}), y = b.output("y", {1, 4, 4, 4}); \
    std::vector<TensorId> in(nook::Type::kSignature.least(), x);                    \
    nookc::Node& node = b.node(numbered<nook::Type::Attrs>(), in, y);               \
    constexpr nook::Signature kSays = nook::Type::kSignature;                       \
    for (size_t i = 1; i < kSays.results && !kSays.many_results(); ++i)             \
      node.out.push_back(b.output("z", {1, 4, 4, 4}));                              \
    b.outputs(x);                                                                   \
    EXPECT(comes_back(b.graph));                                                    \
    ++operators;                                                                    \
  }
#define NOOK_CUSTOM_OP(Type, folder, code, name) NOOK_OP(Type, folder, code)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP
  EXPECT(operators > 20);
}

// The device's view of the file; `bytes` holds the file.
nook::Result<nook::Model> written(const Graph& graph, std::string* bytes) {
  const auto made = nookc::export_tflite(graph);
  if (!made) return nook::Code::kBadModel;
  *bytes = *made;
  return nook::Model::open(
      {reinterpret_cast<const uint8_t*>(bytes->data()), static_cast<uint32_t>(bytes->size())});
}

// nook does not read these; TensorFlow Lite refuses a file without them.
TEST(fields_that_only_other_readers_need_are_written) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4});
  const TensorId y = b.output("y", {1, 2}), z = b.output("z", {1, 2});
  b.node(nook::Split::Attrs(), {x, x}, y).out.push_back(z);
  b.outputs(y);
  std::string bytes;
  const auto model = written(b.graph, &bytes);
  EXPECT(model);
  if (!model) return;
  const int32_t splits = model->subgraph(0).op(0).options()[nook::fields::SplitOptions::num_splits];
  EXPECT_EQ(splits, 2);
}

TEST(types_and_multipliers_that_nook_reads_from_tensors_are_written_as_well) {
  using namespace nook::fields;
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 3}), c = b.output("c", {1, 4, 4, 3}), s = b.output("s", {4}),
                 d = b.output("d", {1, 4, 4, 6});
  b.graph[c].type = nook::DType::kS16, b.graph[c].scales.clear();
  b.graph[s].type = nook::DType::kS32, b.graph[s].scales.clear();
  b.node(nook::Cast::Attrs{}, {x}, c);
  b.node(nook::ShapeOf::Attrs{}, {x}, s);
  b.node(nook::DepthwiseConv2D::Attrs{}, {x, b.weights("w", {1, 1, 1, 6}), TensorId::kNone}, d);
  std::string bytes;
  const auto model = written(b.graph, &bytes);
  EXPECT(model);
  if (!model) return;
  const auto option = [&](uint32_t op, auto slot) {
    return int32_t{model->subgraph(0).op(op).options()[slot]};
  };
  constexpr int32_t kS8 = 9, kS16 = 7, kS32 = 2;  // TensorType of the format
  EXPECT_EQ(option(0, CastOptions::in_data_type), kS8);
  EXPECT_EQ(option(0, CastOptions::out_data_type), kS16);
  EXPECT_EQ(option(1, ShapeOptions::out_type), kS32);
  EXPECT_EQ(option(2, DepthwiseConv2DOptions::depth_multiplier), 2);
}

// Vector instructions of other readers load them from where they are in the file.
TEST(constants_are_at_multiples_of_sixteen_bytes_in_the_file) {
  test::GraphBuilder b;
  TensorId last = b.input("x", {1, 8});
  for (const int32_t outputs : {1, 3, 7, 16, 5}) {
    const int32_t inputs = b.graph[last].shape.back(0);
    const TensorId next = b.tensor("h" + std::to_string(outputs), {1, outputs});
    b.node(nook::FullyConnected::Attrs{}, {last, b.weights("w", {outputs, inputs}), TensorId::kNone}, next);
    last = next;
  }
  b.outputs(last);
  std::string bytes;
  const auto model = written(b.graph, &bytes);
  EXPECT(model);
  int constants = 0;
  for (uint32_t t = 0; model && t < model->subgraph(0).tensor_count(); ++t) {
    nook::ModelFault fault;
    const auto info = nook::tensor_info(*model, model->subgraph(0).tensor(t), &fault);
    if (!info || !info->data) continue;
    ++constants;
    EXPECT_EQ((static_cast<const char*>(info->data) - bytes.data()) % 16, 0);
  }
  EXPECT_EQ(constants, 5);
}

// TensorFlow Lite subtracts the zero point of the last of these from the hidden state instead of adding it.
TEST(an_integer_lstm_states_the_scale_of_its_hidden_state) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 2}), y = b.output("y", {1, 4, 2});
  for (const TensorId t : {x, y}) {
    nookc::Tensor& tensor = b.graph[t];
    tensor.type = nook::DType::kS8, tensor.scales = {0.0078125f}, tensor.zero_point = -7;
  }
  b.node(nook::UnidirectionalSequenceLstm::Attrs(), std::vector<TensorId>(24, x), y);
  b.outputs(y);
  std::string bytes;
  const auto model = written(b.graph, &bytes);
  EXPECT(model);
  if (!model) return;
  const nook::IndexList more = model->subgraph(0).op(0).intermediates();
  EXPECT_EQ(more.size(), 5u);
  if (more.size() != 5) return;
  nook::ModelFault fault;
  const auto hidden =
      nook::tensor_info(*model, model->subgraph(0).tensor(static_cast<uint32_t>(more[4])), &fault);
  EXPECT(hidden && hidden->zero_point == 7 && hidden->scales[0] == 0.0078125f);
}

const nook::OpEntry* found(int32_t code, const std::string& name) {
  return nook::find_op(code, {name.data(), name.size()});
}

TEST(custom_operators_are_found_by_their_name_alone) {
  constexpr auto kCustom = static_cast<int32_t>(nook::OpCode::kCustom);
  int operators = 0;
  for (const nook::OpEntry& op : nook::all_ops()) {
    const auto number = static_cast<int32_t>(op.code);
    const std::string name = op.name;
    if (!nook::is_custom(op.code)) {
      EXPECT(!found(kCustom, name));
      continue;
    }
    EXPECT(nookc::op_row(op.code).custom_name == name);
    EXPECT(found(kCustom, name) == &op);
    EXPECT(!found(number, name) && !found(number, ""));  // no file contains the number
    EXPECT(!found(kCustom, name + "s") && !found(kCustom, name.substr(1)) && !found(kCustom, ""));
    EXPECT(!found(kCustom, name + std::string(1, '\0')));
    ++operators;
  }
  EXPECT(operators > 10);
}

TEST(names_of_a_signature_absent_operands_and_variables_come_back) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), state = b.tensor("state", {1, 4}), y = b.output("y", {1, 3});
  b.graph[state].variable = true;
  b.node(nook::FullyConnected::Attrs{}, {x, b.weights("w", {3, 4}), TensorId::kNone}, y);
  b.graph.input_names = {"audio"};
  b.graph.description = "a network";
  EXPECT(comes_back(b.graph));
}

TEST(tensors_that_share_their_bytes_share_them_in_the_file) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4096}), y = b.output("y", {2, 4096});
  const TensorId first = b.weights("a", {1, 4096}), second = b.tensor("b", {1, 4096}, 0.01f);
  b.graph[second].data = b.graph[first].data;
  nook::Concatenation::Attrs rows;
  rows.axis = 0;
  b.node(rows, {first, second}, y);
  b.outputs(x);
  const auto bytes = nookc::export_tflite(b.graph);
  EXPECT(bytes && bytes->size() < 2 * 4096);
  const auto read = again(b.graph);
  EXPECT(read && (*read)[first].data == (*read)[second].data);
}

TEST(tensors_that_nothing_uses_keep_their_number_and_name_alone) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), narrow = b.weights("narrow", {1, 4096}), y = b.output("y", {1, 4});
  b.graph[narrow].type = nook::DType::kS4;
  b.node(nook::Relu::Attrs{}, {x}, y);
  const auto bytes = nookc::export_tflite(b.graph);
  const auto read = again(b.graph);
  EXPECT(bytes && bytes->size() < 4096);
  EXPECT(read && (*read)[narrow].name == "narrow" && !(*read)[narrow].constant());
  EXPECT((*read)[narrow].type == nook::DType::kF32 && (*read)[y].name == "y");
}

TEST(published_models_come_back) {
  int models = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(NOOK_MODELS)) {
    if (entry.path().extension() != ".tflite") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto graph = imported(bytes);
    EXPECT(graph && comes_back(*graph));
    ++models;
  }
  EXPECT(models >= 3);
}

TEST(explicit_padding_is_written_as_a_pad) {
  test::GraphBuilder b;
  nook::Conv2D::Attrs valid;
  const TensorId x = b.input("x", {1, 4, 4, 1}, 0.5f, 3), padded = b.tensor("p", {1, 7, 5, 1}, 0.5f, 3),
                 y = b.output("y", {1, 7, 5, 1});
  b.node(nook::Pad::Attrs{}, {x, b.integers("by", {4, 2}, {0, 0, 1, 2, 0, 1, 0, 0})}, padded);
  b.node(valid, {padded, b.weights("w", {1, 1, 1, 1}), TensorId::kNone}, y);
  EXPECT_EQ(nookc::fold_pads(b.graph), 1);
  const auto read = again(b.graph);
  EXPECT(read && read->nodes.size() == 2);
  if (!read || read->nodes.size() != 2) return;
  EXPECT(Graph::attrs<nook::Pad>(read->nodes[0]));
  EXPECT((*read)[read->nodes[0].out[0]].shape == b.graph[padded].shape);
  std::set<std::string> names;
  for (const nookc::Tensor& t : read->tensors)
    EXPECT(names.insert(t.name).second);  // each tensor has a name of its own
  const auto* conv = Graph::attrs<nook::Conv2D>(read->nodes[1]);
  EXPECT(conv && conv->padding.mode == nook::PadMode::kValid);
}

}  // namespace
