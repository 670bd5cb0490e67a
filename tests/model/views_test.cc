// The views' results for a known model, and for constants that are aligned to 4 bytes only.
#include <cstring>
#include <string>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "tests/model/build.h"
#include "tests/test.h"

namespace {

std::string text(nook::Span<const char> s) { return std::string(s.begin(), s.end()); }

}  // namespace

TEST(views_read_the_bytes_that_were_written) {
  const File file = build::graph_model({});
  const nook::Result<nook::Model> model = nook::Model::open(file.span());
  EXPECT(model);
  EXPECT(text(model->description()) == "everything");
  EXPECT_EQ(model->buffer_count(), 3);
  EXPECT(model->buffer(0).data() == nullptr);
  EXPECT_EQ(model->buffer(1)[3], 4);
  const nook::SubgraphView graph = model->subgraph(0);
  EXPECT(text(graph.name()) == "main");
  EXPECT_EQ(graph.tensor_count(), 4);
  EXPECT_EQ(graph.operator_count(), 2);
  EXPECT_EQ(graph.inputs()[0], 0);
  EXPECT_EQ(graph.outputs()[0], 3);
  EXPECT(text(graph.tensor(2).name()) == "c");
  EXPECT_EQ(graph.tensor(2).shape_signature()[0], -1);
}

TEST(views_read_operators) {
  const File file = build::graph_model({});
  const nook::SubgraphView graph = nook::Model::open(file.span())->subgraph(0);
  const nook::OperatorView add = graph.op(0), custom = graph.op(1);
  EXPECT_EQ(add.code(), 0);
  EXPECT_EQ(add.version(), 2);
  EXPECT_EQ(add.inputs().size(), 3);
  EXPECT_EQ(add.inputs()[2], -1);
  EXPECT_EQ(add.options()[nook::fields::AddOptions::fused_activation_function], 1);
  EXPECT(!add.options()[nook::fields::AddOptions::pot_scale_int16]);
  EXPECT_EQ(add.options()[nook::fields::Conv2DOptions::dilation_h_factor], 1);  // a default, beyond the table
  EXPECT(strcmp(nook::builtin_name(add.code()), "ADD") == 0);
  EXPECT(strcmp(nook::builtin_name(custom.code()), "CUSTOM") == 0);
  EXPECT(text(custom.custom_code()) == "ours");
  EXPECT_EQ(custom.custom_options().size(), 5);
  EXPECT_EQ(custom.custom_options()[4], 5);
  EXPECT(custom.options().empty());
}

TEST(views_use_the_larger_of_the_two_operator_numbers) {
  const auto code_of = [](int8_t deprecated, build::fb::BuiltinOperator code) {
    const File file = build::graph_model({.deprecated_code = deprecated, .code = code});
    return nook::Model::open(file.span())->subgraph(0).op(0).code();
  };
  EXPECT_EQ(code_of(3, build::fb::BuiltinOperator_ADD), 3);  // a file from before operator 127
  EXPECT_EQ(code_of(3, build::fb::BuiltinOperator_CONV_2D), 3);
  EXPECT_EQ(code_of(127, build::fb::BuiltinOperator_GELU), 150);
  EXPECT_EQ(code_of(0, static_cast<build::fb::BuiltinOperator>(99999)), 99999);
  EXPECT(strcmp(nook::builtin_name(150), "GELU") == 0);
  EXPECT(strcmp(nook::builtin_name(99999), "UNKNOWN") == 0);
  EXPECT(strcmp(nook::builtin_name(-1), "UNKNOWN") == 0);
}

TEST(views_find_metadata_by_its_whole_name) {
  const File file = build::graph_model({});
  const nook::Result<nook::Model> model = nook::Model::open(file.span());
  EXPECT_EQ(model->metadata("note").size(), 3);
  EXPECT_EQ(model->metadata("note")[0], 9);
  EXPECT(model->metadata("not").empty());
  EXPECT(model->metadata("notes").empty());
  EXPECT(model->metadata("").empty());
}

TEST(views_read_signatures) {
  const File file = build::graph_model({});
  const nook::SignatureView signature = nook::Model::open(file.span())->signature(0);
  EXPECT(text(signature.key()) == "serve");
  EXPECT_EQ(signature.subgraph(), 0);
  EXPECT_EQ(signature.input_count(), 1);
  EXPECT(text(signature.input_name(0)) == "audio");
  EXPECT_EQ(signature.output_tensor(0), 3);
  EXPECT(text(signature.output_name(0)) == "scores");
}

TEST(views_read_bytes_beyond_the_flatbuffer) {
  const uint32_t size =
      static_cast<uint32_t>(build::graph_model({.buffer_offset = 4, .buffer_size = 4}).size());
  File plain = build::graph_model({.buffer_offset = (size + 3) / 4 * 4, .buffer_size = 6});
  std::string bytes(reinterpret_cast<const char*>(plain.data()), plain.size());
  bytes.resize((size + 3) / 4 * 4);
  bytes += "weight";
  const File file(bytes.data(), bytes.size());
  const nook::Result<nook::Model> model = nook::Model::open(file.span());
  EXPECT(model);
  const nook::Span<const uint8_t> beyond = model->buffer(0);
  EXPECT_EQ(beyond.size(), 6);
  EXPECT(memcmp(beyond.data(), "weight", 6) == 0);
}

// libflatbuffers aligns 64-bit elements to 8 and constants to 16. Moving the whole file by 4 aligns both to 4
// only, which is the only alignment that TensorFlow Lite's files guarantee to a reader in flash.
TEST(views_read_files_that_are_aligned_to_4_only) {
  const build::TensorSpec spec = {.type = build::fb::TensorType_INT64,
                                  .shape = {2},
                                  .scales = {1, 1},
                                  .zero_points = {-3, -3},
                                  .data = {1, 0, 0, 0, 0, 0, 0, 0x80, 2, 0, 0, 0, 0, 0, 0, 0}};
  const File file = build::tensor_model(spec);
  alignas(16) static uint8_t memory[4096];
  for (const size_t shift : {0u, 4u, 8u, 12u}) {
    memcpy(memory + shift, file.data(), file.size());
    const nook::Result<nook::Model> model = nook::Model::open({memory + shift, file.size()});
    EXPECT(model);
    const nook::TensorView tensor = model->subgraph(0).tensor(0);
    EXPECT_EQ(tensor.zero_points()[1], -3);
    const nook::Result<nook::TensorInfo> info = nook::tensor_info(*model, tensor);
    EXPECT(info && info->data);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(info->data) % 4, 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(info->data) % 8, shift % 8);
    int64_t first;
    memcpy(&first, info->data, 8);
    EXPECT_EQ(first, INT64_MIN + 1);
  }
}
