// Sparse constants: random ones against the arrays that they were made from, and damaged ones.
#include "tests/hostile/sparse.h"

#include <functional>

#include "nookc/front/borders/normal_form.h"
#include "nookc/front/import/import.h"

using namespace hostile;

namespace {

nookc::Result<nookc::Graph> imported(const Net& net) {
  const std::vector<char> bytes = net.bytes();
  return nookc::import_tflite(std::as_bytes(std::span(bytes)), "sparse.tflite");
}

bool holds(const nookc::Graph& graph, const std::vector<uint8_t>& dense) {
  for (const nookc::Node& node : graph.nodes)
    for (const nookc::TensorId t : node.in) {
      const nookc::Tensor& tensor = graph[t];
      if (!tensor.constant() || tensor.data->size() != dense.size()) continue;
      if (dense.empty() || std::memcmp(tensor.data->data(), dense.data(), dense.size()) == 0) return true;
    }
  return false;
}

// A matrix of 4 by 6 in blocks of 2 by 3; the rows of blocks are compressed.
struct Matrix {
  Net net;
  int32_t x, w, y;
  Matrix() {
    Storage how;
    how.shape = {4, 6}, how.block_map = {0, 1}, how.block_sizes = {2, 3};
    how.order = {0, 1, 2, 3}, how.compressed = {false, true, false, false}, how.width = 1;
    std::vector<uint8_t> dense(24);
    dense[2] = 5, dense[23] = 7;
    x = net.input(how.shape), w = net.constant(how.shape, net.buffer(dense)), y = net.like(x);
    make_sparse(net, w, how, dense, 1);
    net.op(fb::BuiltinOperator_ADD, {x, w}, y, fb::AddOptionsT{});
    net.output(y);
  }
  fb::SparsityParametersT& sparsity() { return *net[w].sparsity; }
  fb::DimensionMetadataT& level(size_t k) { return *sparsity().dim_metadata[k]; }
};

bool refused(const std::function<void(Matrix&)>& damage, const char* word) {
  Matrix m;
  damage(m);
  const auto graph = imported(m.net);
  if (!graph && graph.diag().what.find(word) != std::string::npos) return true;
  std::printf("  need '%s', have '%s'\n", word, graph ? "accepted" : graph.diag().what.c_str());
  return false;
}

// Whether a matrix is refused whose columns have these segments, or these indices.
bool segments_refused(const std::vector<uint8_t>& values) {
  return refused([&](Matrix& m) { m.level(1).array_segments.AsUint8Vector()->values = values; },
                 "array_segments");
}
bool indices_refused(const std::vector<uint8_t>& values) {
  return refused([&](Matrix& m) { m.level(1).array_indices.AsUint8Vector()->values = values; },
                 "array_indices");
}

}  // namespace

TEST(sparse_constants_of_any_storage_are_the_arrays_that_they_were_made_from) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    std::vector<uint8_t> dense;
    const auto type = seed % 3 == 0   ? fb::TensorType_FLOAT32
                      : seed % 3 == 1 ? fb::TensorType_FLOAT16
                                      : fb::TensorType_INT8;
    const Net net = sparse_net(rng, &dense, type);
    const auto graph = imported(net);
    const bool right = graph && holds(*graph, dense) && graph->rewritten;
    if (!right) std::printf("  seed %u: %s\n", seed, graph ? "other bytes" : graph.diag().what.c_str());
    EXPECT(right);
  }
}

TEST(sparse_constants_are_dense_after_convert) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    test::Rng rng(seed);
    std::vector<uint8_t> dense;
    const std::vector<char> bytes = sparse_net(rng, &dense).bytes();
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    const auto made = nookc::normal_form({first, first + bytes.size()}, "sparse.tflite", {});
    EXPECT(made);
    const auto graph = nookc::import_tflite(*made, "dense.tflite");
    EXPECT(graph && !graph->rewritten && holds(*graph, dense));
  }
}

TEST(sparse_constants_that_are_damaged_are_refused_by_name) {
  EXPECT(refused([](Matrix& m) { m.sparsity().traversal_order = {0, 1, 2}; }, "traversal_order"));
  EXPECT(refused([](Matrix& m) { m.sparsity().traversal_order = {0, 0, 2, 3}; }, "traversal_order"));
  EXPECT(refused([](Matrix& m) { m.sparsity().traversal_order = {2, 1, 0, 3}; }, "traversal_order"));
  EXPECT(refused([](Matrix& m) { m.sparsity().traversal_order = {0, 1, 2, -3}; }, "traversal_order"));
  EXPECT(refused([](Matrix& m) { m.sparsity().block_map = {0, 2}; }, "block_map"));
  EXPECT(refused([](Matrix& m) { m.sparsity().block_map = {1, 1}; }, "block_map"));
  EXPECT(refused([](Matrix& m) { m.sparsity().block_map = {0, 1, 1}; }, "block_map"));
  EXPECT(refused([](Matrix& m) { m.sparsity().dim_metadata.pop_back(); }, "dim_metadata"));
  EXPECT(refused([](Matrix& m) { m.level(0).dense_size = 3; }, "dense_size"));
  EXPECT(refused([](Matrix& m) { m.level(2).dense_size = 3; }, "block must divide"));
  EXPECT(refused([](Matrix& m) { m.level(3).dense_size = 0; }, "block must divide"));
  EXPECT(segments_refused({0, 1}));
  EXPECT(segments_refused({1, 1, 2}));
  EXPECT(segments_refused({0, 3, 2}));
  EXPECT(segments_refused({0, 1, 9}));
  EXPECT(indices_refused({0, 2}));
  EXPECT(refused([](Matrix& m) { m.level(1).array_indices.Reset(); }, "array_segments"));
  EXPECT(
      refused([](Matrix& m) { m.net.model.buffers[m.net[m.w].buffer]->data.pop_back(); }, "stored elements"));
  EXPECT(refused([](Matrix& m) { m.net[m.w].buffer = 0; }, "stored elements"));
  EXPECT(refused([](Matrix& m) { m.net[m.w].type = fb::TensorType_INT4; }, "int4"));
}

// A few hundred bytes must not demand gigabytes.
TEST(sparse_constants_far_larger_than_their_file_are_refused) {
  EXPECT(refused(
      [](Matrix& m) {
        m.net[m.w].shape = {1 << 15, 1 << 15};
      },
      "too many for a file of this size"));
}

TEST(densify_of_a_tensor_that_is_computed_is_refused) {
  Net net;
  const int32_t x = net.input({1, 4}), y = net.tensor({1, 4});
  net.op(fb::BuiltinOperator_DENSIFY, {x}, y);
  net.output(y);
  const auto graph = imported(net);
  EXPECT(!graph && graph.diag().what.find("must be a constant") != std::string::npos);
}
