// Images with height and width exchanged: random networks give the same bytes, every byte that their lines
// read is present, and programs take the form only where it needs less memory.
#include <algorithm>

#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/transpose/transpose_op.h"
#include "nookc/compile/compile.h"
#include "nookc/front/export/export.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/turn/turn_images.h"
#include "nookc/middle/search/price.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/equal_graphs.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/sanitized.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using namespace test;

size_t count_of(const Graph& graph, nook::OpCode code) {
  return static_cast<size_t>(std::ranges::count_if(
      graph.nodes, [&](const nookc::Node& node) { return !node.erased() && op_code(node) == code; }));
}

TEST(turned_networks_give_the_same_bytes_and_every_byte_that_a_row_reads_is_present) {
  int turned = 0, operators = 0, chains = 0, smaller = 0;
  for (uint32_t seed = 1; seed <= test::seeds(2000); ++seed) {
    const Graph upright = random_network(seed, Operators::kWide);
    Graph graph = upright;
    const int changes = nookc::turn_images(graph);
    if (changes == 0) continue;
    ++turned, operators += changes;
    EXPECT(nookc::verify(graph).empty());
    const bool same = equal(upright, graph, seed);
    if (!same) printf("seed %u: other bytes\n", static_cast<unsigned>(seed));
    EXPECT(same);
    if (seed % 4) continue;
    const char* const targets[] = {"cortex-m4", "cortex-m0", "rv32", "cortex-m55"};
    nookc::CompileOptions options = options_for(targets[seed / 4 % 4]);
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 7) options.outputs_in_scratch = {"*"};
    options.level = nookc::Level::kRam;
    options.effort.work = 100000;  // any plan will do
    const auto program = placed(seed, graph, options);
    const auto whole = nookc::lower_and_place(upright, options);
    if (!program || !whole) continue;
    chains += static_cast<int>(program->chains.size()),
        smaller += program->scratch_bytes < whole->scratch_bytes;
  }
  printf("%d networks, %d operators turned, %d chains, %d plans smaller\n", turned, operators, chains,
         smaller);
  EXPECT(test::kSanitized || (turned > at_least(200) && operators > at_least(900) && chains > at_least(30) &&
                              smaller > at_least(10)));
}

constexpr int32_t kHeight = 6, kWidth = 40;

nook::ConvolutionAttrs same_padding(int32_t stride_h = 1, int32_t stride_w = 1) {
  nook::ConvolutionAttrs a;
  a.padding.mode = nook::PadMode::kSame, a.stride_h = stride_h, a.stride_w = stride_w;
  return a;
}

// A convolution, a pool, and a dense layer that reads all pixels.
Graph classifier(nook::DType weights) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kHeight, kWidth, 3}), c = b.tensor("c", {1, kHeight, kWidth / 2, 5}),
                 p = b.tensor("p", {1, 3, kWidth / 2 - 1, 5}), flat = b.tensor("flat", {1, 285}),
                 y = b.output("y", {1, 7});
  b.node(nookc::conv_2d(same_padding(1, 2)), {x, b.weights("w", {5, 3, 5, 3}), TensorId::kNone}, c);
  nook::MaxPool2D::Attrs pool;
  pool.filter_h = 2, pool.filter_w = 2, pool.stride_h = 2;
  b.node(pool, {c}, p);
  b.node(nookc::reshape(), {p}, flat);
  TensorId dense = b.weights("dense", {7, 285});
  if (weights == nook::DType::kS4) {
    b.graph[dense].type = weights;
    auto bytes = *b.graph[dense].data;
    bytes.resize(static_cast<size_t>(b.graph[dense].bytes()));
    b.graph[dense].data = std::make_shared<nookc::Bytes>(std::move(bytes));
  }
  b.node(nookc::fully_connected(), {flat, dense, TensorId::kNone}, y);
  return b.graph;
}

TEST(a_dense_layer_reads_a_turned_image_with_its_weights_in_other_places) {
  for (const nook::DType type : {nook::DType::kS8, nook::DType::kS4}) {
    const Graph upright = classifier(type);
    Graph graph = upright;
    EXPECT_EQ(nookc::turn_images(graph), 2);
    EXPECT_EQ(count_of(graph, nook::OpCode::kTranspose), size_t{1});  // the one that reads the input
    EXPECT(equal(upright, graph, 3));
  }
}

TEST(the_order_of_the_model_takes_the_place_of_that_at_the_border) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kHeight, kWidth, 2}), c = b.tensor("c", {1, kHeight, kWidth, 4}),
                 t = b.tensor("t", {1, kWidth, kHeight, 4}), y = b.output("y", {1, kWidth, kHeight * 4});
  b.node(nookc::conv_2d(same_padding()), {x, b.weights("w", {4, 3, 3, 2}), TensorId::kNone}, c);
  b.node(nook::Transpose::Attrs{}, {c, b.integers("order", {4}, {0, 2, 1, 3})}, t);
  b.node(nookc::reshape(), {t}, y);
  Graph graph = b.graph;
  EXPECT_EQ(nookc::turn_images(graph), 1);
  EXPECT(equal(b.graph, graph, 1));
  EXPECT_EQ(count_of(graph, nook::OpCode::kTranspose), size_t{2});
  const nookc::Node& last = graph.nodes[graph.nodes.size() - 2];
  EXPECT(graph[last.in[0]].shape == graph[last.out[0]].shape);  // no byte moves
}

TEST(floats_turn_only_where_no_sum_gets_another_order) {
  for (const int32_t height : {1, 3}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, 4, kWidth, 2}), y = b.output("y", {1, 4, kWidth, 4}),
                   w = b.weights("w", {4, height, 5, 2});
    b.node(nookc::conv_2d(same_padding()), {x, w, TensorId::kNone}, y);
    for (const TensorId t : {x, y, w}) b.graph[t].type = nook::DType::kF32, b.graph[t].scales.clear();
    b.graph[w].data =
        std::make_shared<nookc::Bytes>(static_cast<size_t>(b.graph[w].bytes()), std::byte{0x3d});
    EXPECT_EQ(nookc::turn_images(b.graph), height == 1 ? 1 : 0);
  }
}

Graph wide_network() {
  GraphBuilder b;
  TensorId x = b.input("x", {1, kHeight, 400, 1});
  for (int32_t i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    const TensorId y = b.tensor("c" + n, {1, kHeight, 400, 8});
    b.node(nookc::conv_2d(same_padding()),
           {x, b.weights("w" + n, {8, 3, 3, b.graph[x].shape.dim[3]}), TensorId::kNone}, y);
    x = y;
  }
  b.node(nook::Mean::Attrs{}, {x, b.integers("axes", {2}, {1, 2})}, b.output("y", {1, 8}));
  return b.graph;
}

TEST(programs_are_cut_along_the_width_where_that_saves_memory_within_the_levels_rule_of_time) {
  const auto file = nookc::export_bytes(wide_network());
  EXPECT(file);
  if (!file) return;
  using nookc::Level;
  for (const Level level : {Level::kBalanced, Level::kRam, Level::kFlash, Level::kTime, Level::kSize}) {
    for (const char* const target : {"cortex-m4", "cortex-m0", "rv32", "cortex-m55"}) {
      nookc::CompileOptions options = options_for(target), upright = options;
      options.level = upright.level = level, upright.disabled_passes = {"turn-images"};
      const auto program = nookc::compile(*file, "wide", options),
                 other = nookc::compile(*file, "wide", upright);
      EXPECT(program && other);
      if (!program || !other) continue;
      const bool turned = std::ranges::any_of(program->passes, [](const nookc::PassReport& report) {
        return report.name == "turn-images" && report.changes > 0;
      });
      EXPECT_EQ(turned, level != Level::kTime && level != Level::kSize);
      if (turned) EXPECT(program->scratch_bytes * 4 < other->scratch_bytes);
      if (!turned) EXPECT_EQ(program->scratch_bytes, other->scratch_bytes);
    }
  }
}

}  // namespace
