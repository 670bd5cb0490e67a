// What the reader of ONNX files makes of sound, cut, altered and hostile ones.
#include "nookc/front/onnx/import_onnx.h"
#include "tests/onnx/proto.h"
#include "tests/test.h"

using namespace nookc;

namespace {

Result<Graph> read(const std::string& file) {
  return onnx::import_onnx(proto::bytes_of(file), "net.onnx", {}, {});
}

bool says(const Result<Graph>& result, const std::string& code, const std::string& words) {
  if (result) return false;
  const Diag& diag = result.diag();
  const bool right = diag.code == code && (diag.where + diag.what).find(words) != std::string::npos;
  if (!right) printf("have %s\n", to_string(diag).c_str());
  return right;
}

std::string with_tensor(const std::string& tensor) {
  return proto::model(proto::node("Add", {"x", "w"}, "y") + proto::text(5, tensor) +
                      proto::interface(11, "x", {1, 4}) + proto::interface(12, "y", {1, 4}));
}

}  // namespace

TEST(a_small_model_is_read) {
  const Result<Graph> graph = read(proto::small_model());
  EXPECT(graph);
  int convolutions = 0;
  for (const Node& node : graph->nodes)
    convolutions += !node.erased() && op_code(node) == nook::OpCode::kConv2D;
  EXPECT(convolutions == 1);
  EXPECT((*graph)[graph->inputs[0]].shape.dim[0] == 1);  // the batch, which has a name
  EXPECT(graph->input_names[0] == "x" && graph->output_names[0] == "y");
}

TEST(a_file_cut_anywhere_is_one_error) {
  const std::string whole = proto::small_model();
  for (size_t size = 0; size < whole.size(); ++size) {
    const Result<Graph> graph = read(whole.substr(0, size));
    EXPECT(!graph && graph.diag().code == "N3030" && !graph.diag().what.empty());
  }
}

TEST(altered_bytes_are_read_or_refused) {
  const std::string whole = proto::small_model();
  for (size_t at = 0; at < whole.size(); ++at)
    for (const int change : {0x01, 0x08, 0x80, 0xff}) {
      std::string altered = whole;
      altered[at] = static_cast<char>(altered[at] ^ change);
      const Result<Graph> graph = read(altered);
      EXPECT(graph || (!graph.diag().code.empty() && !graph.diag().what.empty()));
    }
}

TEST(tensors_that_contradict_themselves_are_refused) {
  EXPECT(read(with_tensor(proto::tensor("w", {4}, {1, 2, 3, 4}))));
  EXPECT(says(read(with_tensor(proto::tensor("w", {5}, {1, 2, 3, 4}))), "N3030", "need 20 bytes, have 16"));
  EXPECT(says(read(with_tensor(proto::tensor("w", {int64_t{1} << 40, int64_t{1} << 40}, {1}))), "N3030",
              "2^31"));
  EXPECT(says(read(with_tensor(proto::tensor("w", {-4}, {1}))), "N3030", "below 0"));
  const std::string unknown = proto::number(1, 4) + proto::number(2, 99) + proto::text(8, "w");
  EXPECT(says(read(with_tensor(unknown)), "N3030", "type 99"));
  const std::string beside = proto::number(1, 4) + proto::number(2, 1) + proto::text(8, "w") +
                             proto::number(14, 1) +
                             proto::text(13, proto::text(1, "location") + proto::text(2, "../secret"));
  EXPECT(says(read(with_tensor(beside)), "N3032", "../secret"));
}

TEST(what_a_graph_lacks_is_named) {
  const std::string in = proto::interface(11, "x", {1, 4}), out = proto::interface(12, "y", {1, 4});
  EXPECT(says(read(proto::model(proto::node("Relu", {"z"}, "y") + in + out)), "N3033",
              "'z', which no node computes"));
  EXPECT(says(read(proto::model(proto::node("Relu", {"x"}, "z") + in + out)), "N3033",
              "output 'y': no node computes it"));
  EXPECT(says(read(proto::model(in)), "N3033", "no output"));
  EXPECT(says(read(proto::model(proto::node("Add", {"x"}, "y") + in + out)), "N3033", "need 2, have 1"));
  EXPECT(says(read(proto::model(in + out, 5)), "N3031", "have 5"));
  const std::string relu = proto::text(1, proto::text(1, "x") + proto::text(4, "Relu"));
  EXPECT(says(read(proto::model(proto::node("Relu", {"x"}, "y") + relu + in + out)), "N3030",
              "node 1 Relu has no result"));
}

TEST(sizes_that_no_memory_holds_are_refused) {
  const std::string in = proto::interface(11, "x", {1, 1, 40000, 40000}),
                    out = proto::interface(12, "y", {1});
  EXPECT(says(read(proto::model(proto::node("Relu", {"x"}, "y") + in + out)), "N3033", "2^28"));
  const std::string small = proto::interface(11, "x", {1, 1, 2, 2});
  const std::string pads = proto::integers("pads", {0, 0, 1 << 30, 1 << 30, 0, 0, 0, 0});
  EXPECT(says(read(proto::model(proto::node("Pad", {"x"}, "y", pads) + small + out, 10)), "N3033", "2^28"));
}

// A node whose attribute is a graph of one node of the same kind, and so on.
std::string nested(int depth) {
  std::string graph = proto::node("Relu", {"x"}, "y") + proto::interface(12, "y", {1, 4});
  for (int i = 0; i < depth; ++i)
    graph = proto::node("If", {"yes"}, "y",
                        proto::text(5, proto::text(1, "then_branch") + proto::text(6, graph))) +
            proto::interface(12, "y", {1, 4});
  return proto::model(graph + proto::text(5, proto::tensor("yes", {}, {1})) +
                      proto::interface(11, "x", {1, 4}));
}

TEST(graphs_in_graphs_are_read_up_to_a_depth) {
  EXPECT(read(nested(8)));
  EXPECT(says(read(nested(9)), "N3030", "more than 8 deep"));
  const std::string whole = nested(3);
  for (size_t size = 0; size < whole.size(); ++size) {
    const auto cut = read(whole.substr(0, size));
    EXPECT(!cut && (cut.diag().code == "N3030" || cut.diag().code == "N3033" || cut.diag().code == "N3031"));
  }
}
