// Chains of operators that run row by row: on random graphs every byte that is read is present, for every
// order, ring and overlap that the compiler chooses; and known networks need the expected bytes.
#include <map>

#include "nook/ops/add/add_op.h"
#include "nook/ops/add_n/add_n_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/l2_normalization/l2_normalization_op.h"
#include "nook/ops/log_softmax/log_softmax_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/prelu/prelu_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/squared_difference/squared_difference_op.h"
#include "nookc/middle/passes/fold_pads.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/sanitized.h"

namespace {

using nookc::TensorId;
using namespace test;

TEST(every_byte_that_a_row_reads_is_present) {
  int chains = 0, streams = 0, saved = 0;
  for (uint32_t seed = 1; seed <= test::seeds(3000); ++seed) {
    const nookc::Graph graph = random_network(seed);
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 5) options.outputs_in_scratch = {"*"};
    if (seed % 7 == 0) options.kept_inputs = {"*"};
    if (seed % 11 == 0) options.level = nookc::Level::kRam;
    options.stream_input = seed % 13 == 0 && !(seed % 3);
    const auto program = placed(seed, graph, options);
    if (!program) continue;
    chains += !program->chains.empty(), streams += options.stream_input;
    options.rows = options.stream_input;
    const auto whole = nookc::lower_and_place(graph, options);
    EXPECT(whole && program->scratch_bytes <= whole->scratch_bytes);
    saved += whole && program->scratch_bytes < whole->scratch_bytes;
  }
  printf("%d chains, %d streams, %d plans smaller\n", chains, streams, saved);
  EXPECT(test::kSanitized || (chains > at_least(500) && streams > at_least(20) && saved > at_least(500)));
}

TEST(every_byte_that_is_read_in_a_part_of_a_tensor_is_present) {
  int views = 0, kept = 0, chains = 0, means = 0, smaller = 0;
  for (uint32_t seed = 1; seed <= test::seeds(3000); ++seed) {
    nookc::Graph graph = random_network(seed, Operators::kViews);
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 5 == 0) options.outputs_in_scratch = {"*"};
    if (seed % 7 == 0) options.kept_inputs = {"*"};
    if (seed % 4 == 0) options.level = seed % 8 ? nookc::Level::kTime : nookc::Level::kRam;
    options.stream_input = seed % 13 == 0 && !(seed % 3);
    const auto copies = nookc::lower_and_place(graph, options);
    views += nookc::make_views(graph);
    const auto program = nookc::lower_and_place(graph, options);
    if (!copies && options.stream_input && copies.diag().code == "N2023") continue;
    EXPECT(copies && program);  // anything that can be streamed with copies
    if (!program || !copies) continue;
    const std::string wrong = test::TaggedMemory(*program).run();
    if (!wrong.empty()) printf("seed %d: %s\n", static_cast<int>(seed), wrong.c_str());
    EXPECT(wrong.empty());
    EXPECT(options.level == nookc::Level::kTime || program->scratch_bytes <= copies->scratch_bytes);
    smaller += program->scratch_bytes < copies->scratch_bytes;
    for (const nookc::Node& node : program->graph.nodes) kept += !node.parts.empty();
    chains += !program->chains.empty();
    for (const nookc::RowChain& chain : program->chains)
      for (const nookc::RowStage& stage : chain.stages) means += stage.by == nook::ByRows::kSums;
  }
  printf("%d views, %d kept, %d plans smaller, %d chains, %d means in them\n", views, kept, smaller, chains,
         means);
  EXPECT(test::kSanitized || (views > at_least(1000) && kept > at_least(500) && smaller > at_least(50) &&
                              chains > at_least(300) && means > at_least(50)));
}

// Counts over chains, which reveal a test that checks nothing.
struct Counts {
  int chains = 0, streams = 0, below = 0, shapes = 0, in_place = 0, outside = 0;

  void add(const nookc::Program& program) {
    chains += !program.chains.empty(), streams += nookc::row_stream(program) != nullptr;
    for (const nookc::RowChain& chain : program.chains) {
      std::map<TensorId, int32_t> heights;
      for (const nookc::RowStage& stage : chain.stages) {
        in_place += stage.into >= 0;
        outside +=
            program.calls[static_cast<size_t>(stage.call)].out[0].kind == nookc::Location::Kind::kOutput;
        for (const nookc::RowRead& read : stage.reads) {
          below += stage.turns + read.window.reach - 1 > read.height && read.window.stride == 1;
          shapes += heights.try_emplace(read.tensor, read.height).first->second != read.height;
        }
      }
    }
  }
};

TEST(every_byte_is_present_with_padding_two_shapes_and_operators_of_any_kind) {
  Counts counts;
  for (uint32_t seed = 1; seed <= test::seeds(2500); ++seed) {
    nookc::Graph graph = random_network(seed, Operators::kAll);
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    options.stream_input = seed % 5 == 0;
    if (seed % 3 && !options.stream_input) options.inputs_in_scratch = {"*"};
    options.effort.work = 100000;  // any plan will do
    if (seed % 4) options.outputs_in_scratch = {"*"};
    if (seed % 7 == 0) options.kept_inputs = {"*"};
    if (seed % 11 == 0) options.level = nookc::Level::kRam;
    nookc::fold_pads(graph);
    if (seed % 8 < 4) nookc::make_views(graph);
    const auto program = placed(seed, graph, options);
    if (!program) continue;
    counts.add(*program);
  }
  printf(
      "%d with chains, %d streams; %d reads of padding below, %d of another shape; %d stages in place, %d in "
      "the application's buffer\n",
      counts.chains, counts.streams, counts.below, counts.shapes, counts.in_place, counts.outside);
  EXPECT(test::kSanitized || (counts.chains > at_least(500) && counts.streams > at_least(50) &&
                              counts.below > at_least(200) && counts.shapes > at_least(20)));
  EXPECT(test::kSanitized || (counts.in_place > at_least(100) && counts.outside > at_least(50)));
}

// 64 rows of 4 pixels of 2 channels, through three convolutions of 3 by 3.
nookc::Graph three_convolutions() {
  GraphBuilder b;
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  TensorId x = b.input("image", {1, 64, 4, 2});
  for (int i = 0; i < 3; ++i) {
    const TensorId y =
        i == 2 ? b.output("y", {1, 64, 4, 2}) : b.tensor("t" + std::to_string(i), {1, 64, 4, 2});
    b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, y);
    x = y;
  }
  return std::move(b.graph);
}

TEST(images_between_convolutions_keep_the_rows_of_a_filter) {
  nookc::CompileOptions options = options_for("cortex-m4");
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(program && program->chains.size() == 1);
  if (!program) return;
  EXPECT_EQ(program->scratch_bytes,
            32 + 3 * 8);  // two rings of three rows of 4 * 2 bytes, at multiples of 16
  for (int i = 0; i < 2; ++i) EXPECT_EQ(program->chains[0].stages[static_cast<size_t>(i)].held, 3);
}

TEST(a_mean_over_an_image_keeps_a_sum_for_each_channel) {
  for (const bool keep_dims : {false, true}) {
    GraphBuilder b;
    nook::Conv2D::Attrs same;
    same.padding.mode = nook::PadMode::kSame;
    nook::Mean::Attrs attrs;
    attrs.keep_dims = keep_dims;
    const TensorId x = b.input("image", {1, 64, 4, 2}), s = b.tensor("s", {1, 64, 4, 2}),
                   t = b.tensor("t", {1, 64, 4, 2});
    b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, s);
    b.node(same, {s, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, t);
    b.node(attrs, {t, b.integers("axes", {2}, {2, 1})},
           keep_dims ? b.output("y", {1, 1, 1, 2}) : b.output("y", {1, 2}));
    const auto program = nookc::lower_and_place(b.graph, options_for("cortex-m4"));
    EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 3);
    if (!program || program->chains.empty()) return;
    EXPECT_EQ(program->chains[0].stages[2].sum_bytes, 2 * 4);
    EXPECT(program->scratch_bytes <= 32 + 16 + 8);  // three rows of s, one of t, sums; at multiples of 16
    EXPECT(test::TaggedMemory(*program).run().empty());
  }
}

// A convolution of an image, an operator on its result, or on that and a convolution of it, and a final
// convolution.
nookc::Graph between_convolutions(const nookc::Attrs& attrs, int operands, nook::DType type, float scale,
                                  int32_t zero) {
  GraphBuilder b;
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  const TensorId x = b.input("image", {1, 64, 4, 2}), s = b.tensor("s", {1, 64, 4, 2}),
                 t = b.tensor("t", {1, 64, 4, 2}), u = b.tensor("u", {1, 64, 4, 2}, scale, zero),
                 y = b.output("y", {1, 64, 4, 2});
  for (const TensorId v : {x, s, t, u, y}) b.graph[v].type = type;
  b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, s);
  if (operands == 2) b.node(same, {s, b.weights("v", {2, 1, 1, 2}), TensorId::kNone}, t);
  b.node(attrs, operands == 2 ? std::vector<TensorId>{s, t} : std::vector<TensorId>{s}, u);
  b.node(same, {u, b.weights("z", {2, 3, 3, 2}), TensorId::kNone}, y);
  return std::move(b.graph);
}

TEST(operators_on_elements_or_on_single_channels_run_by_rows) {
  const nook::DType s8 = nook::DType::kS8, s16 = nook::DType::kS16;
  struct Case {
    nookc::Attrs attrs;
    int operands;
    nook::DType type = nook::DType::kS8;
    float scale = 0.5f;
    int32_t zero = 0;
  };
  const Case cases[] = {{nook::Maximum::Attrs{}, 2, s8},
                        {nook::SquaredDifference::Attrs{}, 2, s8},
                        {nook::Div::Attrs{}, 2, s8},
                        {nook::Prelu::Attrs{}, 2, s8},
                        {nook::AddN::Attrs{}, 2, s8},
                        {nook::Add::Attrs{}, 2, s16},
                        {nook::Mul::Attrs{}, 2, s16},
                        {nook::L2Normalization::Attrs{}, 1, s8, 1.0f / 128},
                        {nook::LogSoftmax::Attrs{}, 1, s8, 1.0f / 16, 127}};
  for (const Case& c : cases) {
    const nookc::Graph graph = between_convolutions(c.attrs, c.operands, c.type, c.scale, c.zero);
    nookc::CompileOptions options = options_for("cortex-m4");
    const auto rows = nookc::lower_and_place(graph, options);
    EXPECT(rows && rows->chains.size() == 1 && rows->chains[0].stages.size() == rows->calls.size());
    if (!rows) printf("%s\n", to_string(rows.diag()).c_str());
    if (!rows) continue;
    EXPECT(test::TaggedMemory(*rows).run().empty());
    EXPECT(rows->scratch_bytes < 64 * 8 / 2);  // half of one image
  }
}

TEST(another_name_of_a_constant_is_read_as_a_whole) {
  GraphBuilder b;
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  const TensorId known = b.weights("known", {1, 2, 64, 4}), x = b.tensor("x", {1, 64, 4, 2}),
                 s = b.tensor("s", {1, 64, 4, 2}), t = b.tensor("t", {1, 64, 4, 2}),
                 y = b.output("y", {1, 64, 4, 2});
  b.graph[known].scales = {0.5f};
  b.node(nook::Reshape::Attrs{}, {known, b.integers("shape", {4}, {1, 64, 4, 2})}, x);
  b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, s);
  b.node(same, {s, b.weights("v", {2, 3, 3, 2}), TensorId::kNone}, t);
  b.node(same, {t, b.weights("z", {2, 3, 3, 2}), TensorId::kNone}, y);
  const auto program = nookc::lower_and_place(b.graph, options_for("cortex-m4"));
  EXPECT(program && program->calls[0].in[0].kind == nookc::Location::Kind::kConstant);
  EXPECT(program && !nookc::row_stage(*program, 0));
}

TEST(rows_can_be_switched_off) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.rows = false;
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(program && program->chains.empty());
  options.overlap = false;
  const auto apart = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(apart && apart->scratch_bytes == 2 * 64 * 8);
  EXPECT(program &&
         program->scratch_bytes < apart->scratch_bytes);  // the second writes over the remains of the first
}

TEST(time_and_size_keep_images_whole) {
  for (const nookc::Level level : {nookc::Level::kTime, nookc::Level::kSize}) {
    nookc::CompileOptions options = options_for("cortex-m4");
    options.level = level;
    const auto program = nookc::lower_and_place(three_convolutions(), options);
    EXPECT(program && program->chains.empty());
  }
}

// The kernel of a 1x1 convolution from 64 to `outputs` channels.
std::string kernel_of_one_tap(int32_t outputs, nookc::Level level) {
  GraphBuilder b;
  nook::Conv2D::Attrs relu;
  relu.activation = nook::Activation::kRelu;
  const TensorId x = b.input("image", {1, 8, 8, 64}), y = b.output("y", {1, 8, 8, outputs}, 1.0f);
  b.node(relu, {x, b.weights("w", {outputs, 1, 1, 64}), TensorId::kNone}, y);
  nookc::CompileOptions options = options_for("cortex-m4");
  options.level = level;
  const auto program = nookc::lower_and_place(b.graph, options);
  EXPECT(program && program->calls.size() == 1);
  return program && program->calls.size() == 1 ? program->calls[0].op.symbol : "";
}

TEST(tiles_of_four_pixels_are_for_all_levels_but_size) {
  const std::string tiles = "nook_conv2d_s8_fpu_1x1_4x2";
  EXPECT(kernel_of_one_tap(60, nookc::Level::kTime) == tiles);
  EXPECT(kernel_of_one_tap(64, nookc::Level::kBalanced) == tiles);
  EXPECT(kernel_of_one_tap(64, nookc::Level::kRam) == tiles);
}

// The sufficient size in an error's hint; 0: none.
int64_t enough_as(const std::string& hint) {
  const std::string before = "it fits with sram of ";
  const size_t at = hint.find(before);
  return at == std::string::npos ? 0 : std::stoll(hint.substr(at + before.size()));
}

TEST(a_pool_that_is_too_small_is_reported_with_a_sufficient_size) {
  int rows = 0;
  for (uint32_t seed = 1; seed <= test::seeds(150); ++seed) {
    const nookc::Graph graph = random_network(seed);
    nookc::CompileOptions options = options_for("cortex-m4");
    options.inputs_in_scratch = options.outputs_in_scratch = {"*"};
    const auto free = nookc::lower_and_place(graph, options);
    EXPECT(free);
    if (!free) continue;
    options.pools = nookc::default_pools();
    options.pools[0].size = free->scratch_bytes / 2;
    const auto refused = nookc::lower_and_place(graph, options);
    if (refused) continue;  // allowed: with kernels that need less scratch
    const int64_t enough = enough_as(refused.diag().hint);
    EXPECT(enough > 0 && enough <= free->scratch_bytes);
    options.pools[0].size = enough;
    const auto fits = nookc::lower_and_place(graph, options);
    EXPECT(fits && fits->scratch_bytes <= enough);
    rows += fits && !fits->chains.empty();
  }
  EXPECT(test::kSanitized || rows > at_least(25));
}

TEST(a_streamed_input_is_never_in_memory_as_a_whole) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true;
  options.outputs_in_scratch = {"*"};
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  if (!program) printf("%s\n", to_string(program.diag()).c_str());
  EXPECT(program && !program->chains.empty());
  if (!program || program->chains.empty()) return;
  EXPECT_EQ(program->chains[0].stream.held, 3);
  EXPECT(program->scratch_bytes <= 64 * 8 + 3 * 32 + 32);  // an image, at most three rings, counters
}

// An image whose rows a convolution reads, and whose rows in another shape an addition reads.
nookc::Graph two_shapes() {
  GraphBuilder b;
  nook::Conv2D::Attrs halves;
  halves.padding.mode = nook::PadMode::kSame, halves.stride_h = halves.stride_w = 2;
  const TensorId x = b.input("image", {1, 16, 16, 4}), conv = b.tensor("conv", {1, 8, 8, 16}),
                 view = b.tensor("view", {1, 8, 8, 16}), sum = b.tensor("sum", {1, 8, 8, 16}),
                 y = b.output("y", {1, 4, 4, 16});
  b.node(halves, {x, b.weights("w", {16, 3, 3, 4}), TensorId::kNone}, conv);
  b.node(nook::Reshape::Attrs{}, {x, b.integers("shape", {4}, {1, 8, 8, 16})}, view);
  b.node(nook::Add::Attrs{}, {conv, view}, sum);
  nook::MaxPool2D::Attrs pool;
  pool.filter_h = pool.filter_w = pool.stride_h = pool.stride_w = 2;
  b.node(pool, {sum}, y);
  return std::move(b.graph);
}

TEST(an_image_that_is_read_in_two_shapes_has_rows_of_each) {
  const auto program = nookc::lower_and_place(two_shapes(), options_for("cortex-m4"));
  EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 3);
  if (!program || program->chains.empty()) return;
  EXPECT(test::TaggedMemory(*program).run().empty());
}

TEST(a_stream_whose_rows_are_read_in_another_shape_is_refused) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true;
  options.outputs_in_scratch = {"*"};
  const auto program = nookc::lower_and_place(two_shapes(), options);
  EXPECT(!program && program.diag().code == "N2023");
  EXPECT(!program && program.diag().what.find(
                         "8 rows of 128 bytes where the input has 16 rows of 64 bytes") != std::string::npos);
}

// A convolution, one tap with a row of padding below, a depthwise convolution.
nookc::Graph padding_below() {
  GraphBuilder b;
  nook::Conv2D::Attrs same, below;
  same.padding.mode = nook::PadMode::kSame;
  below.padding = {nook::PadMode::kExplicit, 0, 1, 0, 0};
  nook::DepthwiseConv2D::Attrs last;
  last.padding.mode = nook::PadMode::kSame;
  const TensorId x = b.input("image", {1, 8, 8, 4}), s = b.tensor("s", {1, 8, 8, 16}),
                 t = b.tensor("t", {1, 9, 8, 4}), y = b.output("y", {1, 9, 8, 4});
  b.node(same, {x, b.weights("w", {16, 3, 3, 4}), TensorId::kNone}, s);
  b.node(below, {s, b.weights("w", {4, 1, 1, 16}), TensorId::kNone}, t);
  b.node(last, {t, b.weights("w", {1, 3, 3, 4}), TensorId::kNone}, y);
  return std::move(b.graph);
}

TEST(rows_of_bottom_padding_are_computed_once_the_last_row_of_the_image_is_present) {
  const auto program = nookc::lower_and_place(padding_below(), options_for("cortex-m4"));
  EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 3);
  if (!program || program->chains.empty()) return;
  EXPECT_EQ(nookc::waits_of(program->chains[0], 1)[0].rows(8), 8);  // the ninth row of eight
  EXPECT(test::TaggedMemory(*program).run().empty());
}

TEST(rows_are_computed_in_place_in_the_application_s_own_output) {
  GraphBuilder b;
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  const TensorId x = b.input("image", {1, 64, 4, 2}), s = b.tensor("s", {1, 64, 4, 2});
  b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, s);
  b.node(nook::Relu::Attrs{}, {s}, b.output("y", {1, 64, 4, 2}));
  const auto program = nookc::lower_and_place(b.graph, options_for("cortex-m4"));
  EXPECT(program && program->chains.size() == 1);
  if (!program || program->chains.empty()) return;
  EXPECT_EQ(program->scratch_bytes, 0);
  EXPECT(test::TaggedMemory(*program).run().empty());
}

// The effect of defects of the planner or the emission on a chain, and that they are found.
TEST(a_planted_fault_is_found) {
  const auto found = [](const nookc::Graph& graph, const auto& plant) {
    auto program = nookc::lower_and_place(graph, options_for("cortex-m4"));
    EXPECT(program && program->chains.size() == 1);
    if (!program || program->chains.size() != 1) return false;
    plant(program->chains[0]);
    return !test::TaggedMemory(*program).run().empty();
  };
  using Chain = nookc::RowChain;
  // A stage waits for a row that does not exist in the image.
  EXPECT(found(padding_below(), [](Chain& c) { c.stages[1].reads[0].height += 1; }));
  // A stage does not wait for the last row that it reads.
  EXPECT(found(padding_below(), [](Chain& c) { c.stages[2].reads[0].window.reach -= 1; }));
  // A read uses the rows of another shape.
  EXPECT(found(two_shapes(), [](Chain& c) {
    c.stages[1].reads[1].height = c.stages[0].reads[0].height;
    c.stages[1].reads[1].row_bytes = c.stages[0].reads[0].row_bytes;
  }));
  // A ring is a row short, a row is not computed, the last stage runs first.
  EXPECT(found(three_convolutions(), [](Chain& c) { c.stages[0].held -= 1; }));
  EXPECT(found(three_convolutions(), [](Chain& c) { c.stages[2].turns -= 1; }));
  EXPECT(found(three_convolutions(), [](Chain& c) { std::ranges::reverse(c.order); }));
}

TEST(time_and_size_run_no_more_by_rows_than_a_stream_needs) {
  for (const nookc::Level level : {nookc::Level::kTime, nookc::Level::kSize}) {
    nookc::CompileOptions options = options_for("cortex-m4");
    options.level = level, options.stream_input = true;
    const auto program = nookc::lower_and_place(three_convolutions(), options);
    EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 1);
  }
}

TEST(a_stream_without_rows_is_refused) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true, options.rows = false, options.outputs_in_scratch = {"*"};
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(!program && program.diag().code == "N2023");
  EXPECT(!program && program.diag().what.find("--no-rows") != std::string::npos);
}

TEST(an_impossible_stream_is_refused) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true;
  const auto output_outside = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(!output_outside && output_outside.diag().code == "N2023");
  options.inputs_in_scratch = {"*"};
  const auto whole = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(!whole && whole.diag().code == "N2023");
}

TEST(a_hostile_number_of_rows_does_not_stall_the_compiler) {
  GraphBuilder b;
  nook::Conv2D::Attrs valid;
  valid.padding.mode = nook::PadMode::kValid;
  TensorId x = b.input("image", {1, 1 << 28, 1, 1});
  for (int i = 0; i < 20; ++i) {
    const TensorId y = b.tensor("t" + std::to_string(i), {1, 1 << 28, 1, 1});
    b.node(valid, {x, b.weights("w", {1, 1, 1, 1}), TensorId::kNone}, y);
    x = y;
  }
  b.outputs(x);
  EXPECT(nookc::lower_and_place(std::move(b.graph), options_for("host")));
}

}  // namespace
