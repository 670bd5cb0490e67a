// The refusals of open(), and their details. Faults in the meaning of a tensor are covered by
// tensor_info_test.
#include <initializer_list>

#include "nook/model/model.h"
#include "tests/model/build.h"
#include "tests/model/walk.h"
#include "tests/test.h"

namespace {

using nook::Code;
using nook::Fault;
using nook::Model;
using nook::ModelFault;
using nook::Part;

ModelFault open(const File& file) {
  ModelFault fault;
  const nook::Result<Model> model = Model::open(file.span(), &fault);
  EXPECT(model.code() == nook::code_of(fault.fault));
  return fault;
}

void expect(const build::GraphSpec& spec, Fault fault, Part part, int32_t need, int32_t have) {
  const ModelFault found = open(build::graph_model(spec));
  EXPECT_EQ(static_cast<int>(found.fault), static_cast<int>(fault));
  EXPECT_EQ(static_cast<int>(found.part), static_cast<int>(part));
  EXPECT_EQ(found.need, need);
  EXPECT_EQ(found.have, have);
}

}  // namespace

TEST(open_accepts_a_model_with_everything) {
  const File file = build::graph_model({});
  EXPECT_EQ(static_cast<int>(open(file).fault), 0);
}

TEST(open_refuses_a_file_that_is_misaligned_in_memory) {
  const File file = build::graph_model({});
  for (const size_t by : {1u, 2u, 3u}) {
    File shifted(file.data(), file.size());
    const nook::Span<const uint8_t> span(shifted.data() + by, shifted.size() - by);
    EXPECT(Model::open(span).code() == Code::kMisaligned);
  }
}

TEST(open_refuses_files_too_small_for_a_header) {
  EXPECT(Model::open({}).code() == Code::kBadModel);
  const File file = build::graph_model({});
  for (size_t size = 0; size < 8; ++size) {
    const ModelFault fault = open(File(file.data(), size));
    EXPECT_EQ(static_cast<int>(fault.fault), static_cast<int>(Fault::kFileSize));
    EXPECT_EQ(fault.have, size);
  }
}

TEST(a_file_of_a_header_alone_is_refused_for_its_root) {
  const File file = build::graph_model({});
  EXPECT_EQ(static_cast<int>(open(File(file.data(), 8)).fault), static_cast<int>(Fault::kOutside));
}

TEST(a_table_is_described_at_an_even_position) {
  const File whole = build::graph_model({});
  uint32_t root = 0, distance = 0;
  memcpy(&root, whole.data(), 4), memcpy(&distance, whole.data() + root, 4);
  const uint32_t described = root - distance;
  uint16_t bytes = 0;
  memcpy(&bytes, whole.data() + described, 2);
  // A copy of the vtable, at the end of the file.
  for (const size_t more : {0u, 1u}) {
    const size_t at = (whole.size() + 3) / 4 * 4 + more;
    File file(std::string(at + bytes, '\0').data(), at + bytes);
    memcpy(file.data(), whole.data(), whole.size());
    memcpy(file.data() + at, whole.data() + described, bytes);
    const uint32_t back = root - static_cast<uint32_t>(at);
    memcpy(file.data() + root, &back, 4);
    EXPECT_EQ(open(file).fault == Fault::kNone, more == 0);
  }
}

TEST(open_refuses_another_identifier) {
  File file = build::graph_model({});
  file.data()[7] = '2';
  EXPECT_EQ(static_cast<int>(open(file).fault), static_cast<int>(Fault::kIdentifier));
}

TEST(open_refuses_other_versions_of_the_schema) {
  for (const uint32_t version : {0u, 1u, 2u, 4u, 0xffffffffu}) {
    build::GraphSpec spec;
    spec.version = version;
    expect(spec, Fault::kVersion, Part::kModel, 3, static_cast<int32_t>(version));
    EXPECT(Model::open(build::graph_model(spec).span()).code() == Code::kUnsupported);
  }
}

TEST(open_refuses_a_root_that_is_outside_of_the_file) {
  for (const uint32_t root : {0u, 1u, 5u, 0x7fffffffu, 0xfffffffcu, 0xffffffffu}) {
    File file = build::graph_model({});
    memcpy(file.data(), &root, 4);
    EXPECT_EQ(static_cast<int>(open(file).fault), static_cast<int>(Fault::kOutside));
  }
}

TEST(open_refuses_indices_of_tensors_out_of_range) {
  struct Row {
    int32_t build::GraphSpec::*index;
    Part of;
  };
  constexpr Row kRows[] = {{&build::GraphSpec::input, Part::kOperator},
                           {&build::GraphSpec::output, Part::kOperator},
                           {&build::GraphSpec::intermediate, Part::kOperator},
                           {&build::GraphSpec::graph_input, Part::kSubgraph},
                           {&build::GraphSpec::graph_output, Part::kSubgraph}};
  for (const Row& row : kRows)
    for (const int32_t bad : {-2, 4, INT32_MAX, INT32_MIN}) {
      build::GraphSpec spec;
      spec.*row.index = bad;
      expect(spec, Fault::kIndex, row.of, 4, bad);
    }
}

TEST(open_refuses_other_indices_out_of_range) {
  struct Row {
    uint32_t build::GraphSpec::*index;
    Part of;
    int32_t count;
  };
  constexpr Row kRows[] = {{&build::GraphSpec::opcode_index, Part::kOperator, 2},
                           {&build::GraphSpec::tensor_buffer, Part::kTensor, 3},
                           {&build::GraphSpec::metadata_buffer, Part::kMetadata, 3},
                           {&build::GraphSpec::signature_subgraph, Part::kSignature, 1},
                           {&build::GraphSpec::signature_tensor, Part::kSignatureTensor, 4}};
  for (const Row& row : kRows)
    for (const uint32_t bad : {4u, 0x80000000u, 0xffffffffu}) {
      build::GraphSpec spec;
      spec.*row.index = bad;
      expect(spec, Fault::kIndex, row.of, row.count, static_cast<int32_t>(bad));
    }
}

TEST(open_reports_the_refused_tensor_and_its_place) {
  build::GraphSpec spec;
  spec.tensor_buffer = 7;
  const ModelFault fault = open(build::graph_model(spec));
  EXPECT_EQ(fault.subgraph, 0);
  EXPECT_EQ(fault.index, 1);
  EXPECT_EQ(fault.slot, nook::fields::Tensor::buffer.slot);
  EXPECT(fault.offset > 0 && fault.offset % 4 == 0);
}

TEST(open_refuses_a_negative_operator_number) {
  build::GraphSpec spec;
  spec.deprecated_code = -3;
  spec.code = static_cast<build::fb::BuiltinOperator>(-2);
  expect(spec, Fault::kOperator, Part::kOperatorCode, 0, -2);
}

TEST(open_refuses_bytes_beyond_the_flatbuffer_that_leave_the_file) {
  const uint32_t size =
      static_cast<uint32_t>(build::graph_model({.buffer_offset = 4, .buffer_size = 4}).size());
  const struct {
    uint64_t offset, size;
    Fault fault;
  } cases[] = {{1, UINT64_MAX, Fault::kNone},   {size - 8, 8, Fault::kNone},
               {size - 8, 9, Fault::kOutside},  {size - 6, 4, Fault::kOutside},
               {size + 4, 1, Fault::kOutside},  {UINT64_MAX - 3, 8, Fault::kOutside},
               {4, UINT64_MAX, Fault::kOutside}};
  for (const auto& c : cases) {
    build::GraphSpec spec;
    spec.buffer_offset = c.offset, spec.buffer_size = c.size;
    EXPECT_EQ(static_cast<int>(open(build::graph_model(spec)).fault), static_cast<int>(c.fault));
  }
  build::GraphSpec spec;
  spec.options_offset = 8, spec.options_size = 1 << 20;
  const ModelFault fault = open(build::graph_model(spec));
  EXPECT_EQ(static_cast<int>(fault.fault), static_cast<int>(Fault::kOutside));
  EXPECT_EQ(static_cast<int>(fault.part), static_cast<int>(Part::kOperator));
  EXPECT_EQ(fault.index, 1);
}

namespace {

// `count` tensors that share one table, with a shape of `rank` dimensions.
File shared_tensors(uint32_t count, uint32_t rank) {
  flatbuffers::FlatBufferBuilder b;
  const auto tensor = build::fb::CreateTensor(b, b.CreateVector(std::vector<int32_t>(rank, 1)));
  const auto tensors = b.CreateVector(std::vector(count, tensor));
  const auto graph = build::fb::CreateSubGraph(b, tensors);
  const auto buffer = build::fb::CreateBuffer(b);
  return build::finish(
      b, build::fb::CreateModel(b, 3, 0, b.CreateVector(&graph, 1), 0, b.CreateVector(&buffer, 1)));
}

}  // namespace

TEST(open_refuses_a_file_whose_parts_share_more_than_its_size_allows) {
  const File file = shared_tensors(100000, 100000);  // 10^10 dimensions to read in 800 KB
  const ModelFault fault = open(file);
  EXPECT_EQ(static_cast<int>(fault.fault), static_cast<int>(Fault::kRepeated));
  EXPECT(fault.index < 100);
}

TEST(open_accepts_some_sharing) {
  const File file = shared_tensors(8, 4);
  const nook::Result<Model> model = Model::open(file.span());
  EXPECT(model);
  EXPECT(Walk(*model).bytes() <= 4 * file.size());
}

// Whatever else is in the file, because every reader starts with a model's first subgraph.
TEST(open_refuses_a_model_without_a_subgraph) {
  for (const bool empty_list : {false, true}) {
    flatbuffers::FlatBufferBuilder b;
    const std::vector<flatbuffers::Offset<build::fb::SubGraph>> none;
    const auto buffer = build::fb::CreateBuffer(b);
    const auto buffers = b.CreateVector(&buffer, 1);
    const auto graphs = empty_list ? b.CreateVector(none) : 0;
    const File file = build::finish(b, build::fb::CreateModel(b, 3, 0, graphs, 0, buffers));
    EXPECT_EQ(static_cast<int>(open(file).fault), static_cast<int>(Fault::kNoSubgraph));
    EXPECT(Model::open(file.span()).code() == Code::kBadModel);
  }
}

TEST(open_accepts_a_subgraph_without_anything) {
  flatbuffers::FlatBufferBuilder b;
  const auto graph = build::fb::CreateSubGraph(b);
  const File file = build::finish(b, build::fb::CreateModel(b, 3, 0, b.CreateVector(&graph, 1)));
  const nook::Result<Model> model = Model::open(file.span());
  EXPECT(model && model->subgraph_count() == 1);
  EXPECT(model->subgraph(0).tensor_count() == 0 && model->subgraph(0).operator_count() == 0);
  EXPECT(model->buffer_count() == 0 && model->description().empty());
}

TEST(open_refuses_a_file_at_null_and_one_that_wraps_around_memory) {
  const uint8_t* const last = reinterpret_cast<const uint8_t*>(UINTPTR_MAX - 63);
  for (const size_t size : {size_t{8}, size_t{64}, size_t{4096}, size_t{INT32_MAX}}) {
    EXPECT(Model::open({nullptr, size}).code() == Code::kNull);
    ModelFault fault;
    if (size > 64) EXPECT(Model::open({last, size}, &fault).code() == Code::kBadModel);
    if (size > 64) EXPECT_EQ(static_cast<int>(fault.fault), static_cast<int>(Fault::kFileWraps));
  }
}
