// Chains in which several rows are computed from one, or one from several that do not overlap: operators
// other than filters that enlarge or shrink images.
#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/sanitized.h"

namespace {

using nookc::TensorId;
using namespace test;

// Whether a stage computes several rows from one.
bool makes_more_rows(const nookc::RowStage& stage) {
  return std::ranges::any_of(stage.reads, [](const nookc::RowRead& read) { return read.window.ratio > 1; });
}

TEST(every_byte_is_present_when_several_rows_are_computed_from_one) {
  int chains = 0, made = 0, streams = 0, inside = 0;
  for (uint32_t seed = 1; seed <= test::seeds(2500); ++seed) {
    const nookc::Graph graph = random_network(seed, Operators::kScaling);
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    options.stream_input = seed % 5 == 0;
    if (seed % 3 && !options.stream_input) options.inputs_in_scratch = {"*"};
    options.effort.work = 100000;  // any plan will do
    if (seed % 4) options.outputs_in_scratch = {"*"};
    if (seed % 11 == 0) options.level = nookc::Level::kRam;
    const auto program = placed(seed, graph, options);
    if (!program) continue;
    chains += !program->chains.empty();
    for (const nookc::RowChain& chain : program->chains)
      for (const nookc::RowStage& stage : chain.stages) {
        if (!makes_more_rows(stage)) continue;
        ++made;
        streams += stage.reads[0].tensor == chain.stream.tensor;
        inside += stage.held < stage.height;
      }
  }
  printf("%d with chains; %d stages make several rows of one, %d of them into a ring, %d of a stream\n",
         chains, made, inside, streams);
  EXPECT(test::kSanitized || (chains > at_least(500) && made > at_least(300) && inside > at_least(100) &&
                              streams > at_least(20)));
}

// 32 rows of 4 pixels of 2 channels, through a convolution to 8 channels, an operator that enlarges them to
// an image of 64 rows, and a convolution of 3 by 3.
template <class Scale>
nookc::Graph scaled_between_convolutions(Scale scale) {
  GraphBuilder b;
  nook::ConvolutionAttrs same;
  same.padding.mode = nook::PadMode::kSame;
  const TensorId x = b.input("x", {1, 32, 4, 2}), s = b.tensor("s", {1, 32, 4, 8});
  b.node(nookc::conv_2d(same), {x, b.weights("w", {8, 3, 3, 2}), TensorId::kNone}, s);
  const TensorId t = scale(b, s);
  b.node(nookc::conv_2d(same), {t, b.weights("v", {2, 3, 3, b.graph[t].shape.dim[3]}), TensorId::kNone},
         b.output("y", {1, 64, 8, 2}));
  return std::move(b.graph);
}

TensorId depth_to_space(GraphBuilder& b, TensorId s) {
  const TensorId t = b.tensor("t", {1, 64, 8, 2});
  b.node(nook::DepthToSpace::Attrs{2}, {s}, t);
  return t;
}

TensorId nearest(GraphBuilder& b, TensorId s) {
  const TensorId t = b.tensor("t", {1, 64, 8, 8});
  b.node(nook::ResizeNearestNeighbor::Attrs{}, {s, b.integers("size", {2}, {64, 8})}, t);
  return t;
}

TensorId transposed(GraphBuilder& b, TensorId s) {
  const TensorId t = b.tensor("t", {1, 64, 8, 2});
  nook::TransposeConv::Attrs attrs;
  attrs.stride_h = attrs.stride_w = 2, attrs.padding.mode = nook::PadMode::kSame;
  b.node(attrs, {b.integers("shape", {4}, {1, 64, 8, 2}), b.weights("z", {2, 2, 2, 8}), s, TensorId::kNone},
         t);
  return t;
}

TEST(two_rows_are_computed_from_one_that_is_held_until_both_are_present) {
  for (const auto scale : {depth_to_space, nearest, transposed}) {
    const auto program = nookc::lower_and_place(scaled_between_convolutions(scale), options_for("rv32"));
    EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 3);
    if (!program || program->chains.size() != 1) continue;
    const nookc::RowChain& chain = program->chains[0];
    EXPECT_EQ(chain.stages[0].held, 1);
    EXPECT_EQ(chain.stages[1].held, 3);
    EXPECT_EQ(nookc::waits_of(chain, 1)[0].rows(5), 3);  // the sixth row, of the third
    EXPECT(test::TaggedMemory(*program).run().empty());
  }
}

TEST(a_planted_ratio_is_found) {
  const auto found = [](int32_t ratio) {
    auto program = nookc::lower_and_place(scaled_between_convolutions(depth_to_space), options_for("rv32"));
    EXPECT(program && program->chains.size() == 1);
    if (!program || program->chains.size() != 1) return false;
    program->chains[0].stages[1].reads[0].window.ratio = ratio;
    return !test::TaggedMemory(*program).run().empty();
  };
  EXPECT(!found(2));
  EXPECT(found(1) && found(3));
}

}  // namespace
