// The ONNX reader on valid, truncated, altered and hostile files.
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

// The numbers that a node with single elements adds to x; the node computes 'w' from nothing, or casts 'w0'.
std::vector<float> added(const std::string& node_of_w, const std::string& initializer) {
  const Result<Graph> graph =
      read(proto::model(node_of_w + proto::node("Add", {"x", "w"}, "y") +
                        (initializer.empty() ? "" : proto::text(5, initializer)) +
                        proto::interface(11, "x", {1, 4}) + proto::interface(12, "y", {1, 4})));
  if (!graph) {
    printf("have %s\n", to_string(graph.diag()).c_str());
    return {};
  }
  for (const Node& node : graph->nodes)
    for (const TensorId t : node.in) {
      const Tensor& tensor = (*graph)[t];
      if (!tensor.constant() || tensor.type != nook::DType::kF32) continue;
      std::vector<float> numbers(tensor.data->size() / sizeof(float));
      memcpy(numbers.data(), tensor.data->data(), numbers.size() * sizeof(float));
      return numbers;
    }
  return {};
}

template <class T>
std::string bits_of(const std::vector<T>& numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

const std::vector<float> kNumbers = {1, 2, 3, 4};

}  // namespace

// Each type has its list of numbers: floats for float32 and float64, integers for all others.
TEST(numbers_in_the_list_of_another_type_are_refused) {
  for (int64_t type = 1; type <= 22; ++type) {
    if (type == 8 || (type >= 14 && type != 16 && type < 21)) continue;  // types that nook does not read
    for (const bool floats : {true, false})
      for (size_t count = 1; count <= 5; ++count) {
        const std::string list = floats ? proto::text(4, bits_of(std::vector<float>(count, 1)))
                                        : proto::text(5, std::string(count, '\1'));
        const std::string tensor = proto::number(1, 4) + proto::number(2, type) + proto::text(8, "w") + list;
        if (floats != (type == 1 || type == 11))
          EXPECT(says(read(with_tensor(tensor)), "N3030", floats ? "have floats" : "have integers"));
      }
  }
}

TEST(a_small_model_is_read) {
  const Result<Graph> graph = read(proto::small_model());
  EXPECT(graph);
  int convolutions = 0;
  for (const Node& node : graph->nodes)
    convolutions += !node.erased() && op_code(node) == nook::OpCode::kConv2D;
  EXPECT(convolutions == 1);
  EXPECT((*graph)[graph->inputs[0]].shape.dim[0] == 1);  // the batch, which is named
  EXPECT(graph->input_names[0] == "x" && graph->output_names[0] == "y");
}

TEST(a_file_cut_anywhere_is_one_error) {
  for (const std::string& whole : {proto::small_model(), proto::model_with_functions()})
    for (size_t size = 0; size < whole.size(); ++size) {
      const Result<Graph> graph = read(whole.substr(0, size));
      EXPECT(!graph && graph.diag().code == "N3030" && !graph.diag().what.empty());
    }
}

TEST(altered_bytes_are_read_or_refused) {
  for (const std::string& whole : {proto::small_model(), proto::model_with_functions()})
    for (size_t at = 0; at < whole.size(); ++at)
      for (const int change : {0x01, 0x08, 0x80, 0xff}) {
        std::string altered = whole;
        altered[at] = static_cast<char>(altered[at] ^ change);
        const Result<Graph> graph = read(altered);
        EXPECT(graph || (!graph.diag().code.empty() && !graph.diag().what.empty()));
      }
}

TEST(functions_take_the_place_of_their_calls) {
  const Result<Graph> graph = read(proto::model_with_functions());
  EXPECT(graph);
  if (!graph) return;
  std::vector<std::string> kinds;
  for (const Node& node : graph->nodes)
    if (!node.erased()) kinds.push_back(op_name(node));
  EXPECT((kinds == std::vector<std::string>{"ELU", "NEG", "ELU", "NEG"}));
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

TEST(attributes_of_several_numbers_are_read_packed_and_one_by_one) {
  const auto constant = [](const std::string& name, const std::string& numbers) {
    return proto::node("Constant", {}, name == "value_ints" ? "w0" : "w",
                       proto::text(5, proto::text(1, name) + numbers));
  };
  const std::string cast =
      proto::node("Cast", {"w0"}, "w", proto::text(5, proto::text(1, "to") + proto::number(3, 1)));
  std::string floats, integers, packed;
  for (const float number : kNumbers) {
    floats += proto::varint(7 << 3 | 5) + bits_of<float>({number});
    integers += proto::number(8, static_cast<int64_t>(number));
    packed += proto::varint(static_cast<uint64_t>(number));
  }
  EXPECT(added(constant("value_floats", floats), "") == kNumbers);
  EXPECT(added(constant("value_floats", proto::text(7, bits_of(kNumbers))), "") == kNumbers);
  EXPECT(added(constant("value_ints", integers) + cast, "") == kNumbers);
  EXPECT(added(constant("value_ints", proto::text(8, packed)) + cast, "") == kNumbers);
}

TEST(tensors_are_read_from_each_of_their_fields) {
  const std::string cast =
      proto::node("Cast", {"w0"}, "w", proto::text(5, proto::text(1, "to") + proto::number(3, 1)));
  const auto read_as = [&](int64_t type, const std::string& data) {
    const bool real = type == 1 || type == 10 || type == 11 || type == 16;
    const std::string head = proto::number(1, 4) + proto::number(2, type);
    return added(real ? "" : cast, head + proto::text(8, real ? "w" : "w0") + data);
  };
  const auto each = [](uint32_t field, const std::vector<int64_t>& numbers) {
    std::string bytes;
    for (const int64_t number : numbers) bytes += proto::number(field, number);
    return bytes;
  };
  const std::vector<int64_t> halves = {0x3c00, 0x4000, 0x4200, 0x4400},
                             brains = {0x3f80, 0x4000, 0x4040, 0x4080};
  std::string floats, doubles;
  for (const float number : kNumbers) {
    floats += proto::varint(4 << 3 | 5) + bits_of<float>({number});
    doubles += proto::varint(10 << 3 | 1) + bits_of<double>({number});
  }
  EXPECT(read_as(1, floats) == kNumbers);
  EXPECT(read_as(1, proto::text(4, bits_of(kNumbers))) == kNumbers);
  EXPECT(read_as(11, doubles) == kNumbers);
  EXPECT(read_as(11, proto::text(10, bits_of<double>({1, 2, 3, 4}))) == kNumbers);
  EXPECT(read_as(11, proto::text(9, bits_of<double>({1, 2, 3, 4}))) == kNumbers);
  EXPECT(read_as(10, each(5, halves)) == kNumbers);
  EXPECT(read_as(10, proto::text(9, bits_of<uint16_t>({0x3c00, 0x4000, 0x4200, 0x4400}))) == kNumbers);
  EXPECT(read_as(16, each(5, brains)) == kNumbers);
  EXPECT(read_as(16, proto::text(9, bits_of<uint16_t>({0x3f80, 0x4000, 0x4040, 0x4080}))) == kNumbers);
  for (const int64_t type : {2, 3, 4, 5, 6, 7, 12, 13}) {
    const uint32_t field = type == 7 ? 7 : type > 7 ? 11 : 5;
    EXPECT(read_as(type, each(field, {1, 2, 3, 4})) == kNumbers);
    EXPECT(read_as(type, proto::text(field, "\1\2\3\4")) == kNumbers);
  }
  EXPECT(read_as(3, proto::text(9, "\1\2\3\4")) == kNumbers);
  EXPECT(read_as(5, proto::text(9, bits_of<int16_t>({1, 2, 3, 4}))) == kNumbers);
  EXPECT(read_as(7, proto::text(9, bits_of<int64_t>({1, 2, 3, 4}))) == kNumbers);
  EXPECT(read_as(12, proto::text(9, bits_of<uint32_t>({1, 2, 3, 4}))) == kNumbers);
}

TEST(the_missing_part_of_a_graph_is_named) {
  const std::string in = proto::interface(11, "x", {1, 4}), out = proto::interface(12, "y", {1, 4});
  EXPECT(says(read(proto::model(proto::node("Relu", {"z"}, "y") + in + out)), "N3033",
              "'z', which no node computes"));
  EXPECT(says(read(proto::model(proto::node("Relu", {"x"}, "z") + in + out)), "N3033",
              "output 'y': no node computes it"));
  EXPECT(says(read(proto::model(in)), "N3033", "no output"));
  EXPECT(says(read(proto::model(proto::node("Add", {"x"}, "y") + in + out)), "N3033", "need 2, have 1"));
  EXPECT(says(read(proto::model(in + out, 26)), "N3031", "need 1 to 25, have 26"));
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

// A node whose attribute is a graph with one node of the same kind, recursively.
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
