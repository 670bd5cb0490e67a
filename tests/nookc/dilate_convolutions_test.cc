#include "nookc/middle/passes/dilate_convolutions.h"

#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nook::PadMode;
using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

using Ints = std::vector<int32_t>;

// x -> SPACE_TO_BATCH_ND -> CONV_2D or DEPTHWISE_CONV_2D -> BATCH_TO_SPACE_ND -> y, with two channels. Along
// each axis x is padded to whole blocks.
struct Blocks {
  Ints image = {1, 9, 8, 2}, filter = {3, 3}, block = {2, 2}, before = {2, 2}, after = {3, 2}, crop = {0, 0},
       crop_after = {1, 0};
  int32_t stride = 1, dilation = 1;
  PadMode mode = PadMode::kValid;
  bool depthwise = false, sequence = false;
  float block_scale = 0.5f;

  GraphBuilder graph() const {
    GraphBuilder b;
    const TensorId x = b.input("x", flat(image), 0.5f, -7);
    Ints inside = image, result = image, whole = image;
    inside[0] *= block[0] * block[1], result[0] = inside[0];
    for (size_t d = 0; d < 2; ++d) {
      inside[d + 1] = (image[d + 1] + before[d] + after[d]) / block[d];
      const auto placed = nook::place({inside[d + 1], filter[d], stride, dilation}, mode, 0, 0);
      result[d + 1] = placed ? placed->out : 1;
      whole[d + 1] = result[d + 1] * block[d] - crop[d] - crop_after[d];
    }
    TensorId s = b.tensor("blocks", flat(inside), block_scale, -7);
    b.node(nook::SpaceToBatchNd::Attrs{},
           {x, b.integers("block", axes(), of_axes(block)), pairs(b, before, after)}, s);
    s = renamed(b, s, inside, -7);
    TensorId t = b.tensor("filtered", result, 0.3f, 5);
    const TensorId w =
        b.weights("w", depthwise ? Ints{1, filter[0], filter[1], 2} : Ints{2, filter[0], filter[1], 2}, -9);
    if (depthwise) {
      b.node(attrs<nook::DepthwiseConv2D>(), {s, w}, t);
    } else {
      b.node(attrs<nook::Conv2D>(), {s, w}, t);
    }
    t = renamed(b, t, flat(result), 5);
    const TensorId y = b.output("y", flat(whole), 0.3f, 5);
    b.node(nook::BatchToSpaceNd::Attrs{},
           {t, b.integers("block", axes(), of_axes(block)), pairs(b, crop, crop_after)}, y);
    return b;
  }

 private:
  // Sequences are images of one row around the convolution.
  Ints flat(const Ints& shape) const { return sequence ? Ints{shape[0], shape[2], shape[3]} : shape; }
  Ints axes() const { return {sequence ? 1 : 2}; }
  Ints of_axes(const Ints& two) const { return sequence ? Ints{two[1]} : two; }
  TensorId pairs(GraphBuilder& b, const Ints& first, const Ints& second) const {
    if (sequence) return b.integers("by", {1, 2}, {first[1], second[1]});
    return b.integers("by", {2, 2}, {first[0], second[0], first[1], second[1]});
  }
  TensorId renamed(GraphBuilder& b, TensorId from, const Ints& shape, int32_t zero) const {
    if (!sequence) return from;
    const TensorId to = b.tensor("renamed", shape, b.graph[from].scales[0], zero);
    b.node(nook::Reshape::Attrs{}, {from}, to);
    return to;
  }
  template <class Op>
  typename Op::Attrs attrs() const {
    typename Op::Attrs a;
    a.padding.mode = mode, a.activation = nook::Activation::kRelu;
    a.stride_h = a.stride_w = stride, a.dilation_h = a.dilation_w = dilation;
    return a;
  }
};

int dilate(GraphBuilder& b) { return test::changes(b.graph, nookc::dilate_convolutions); }

Blocks sequence() {
  Blocks s;
  s.sequence = true;
  s.image = {1, 1, 10, 2}, s.filter = {1, 3}, s.block = {1, 3}, s.before = {0, 6}, s.after = {0, 2};
  s.crop = {0, 0}, s.crop_after = {0, 2};
  return s;
}

}  // namespace

TEST(dilate_convolutions_merges_three_operators_into_one) {
  for (const bool depthwise : {false, true}) {
    Blocks blocks;
    blocks.depthwise = depthwise;
    GraphBuilder b = blocks.graph();
    EXPECT_EQ(dilate(b), 1);
    EXPECT(test::names(b.graph) == (depthwise ? "DEPTHWISE_CONV_2D" : "CONV_2D"));
    const nookc::Node& node = b.graph.nodes[1];
    const nook::ConvolutionAttrs* a = Graph::attrs<nook::Conv2D>(node);
    if (depthwise) a = Graph::attrs<nook::DepthwiseConv2D>(node);
    EXPECT(a && a->dilation_h == 2 && a->dilation_w == 2 && a->padding.mode == PadMode::kExplicit);
    EXPECT(a->padding.top == 2 && a->padding.left == 2 && a->padding.bottom == 2 && a->padding.right == 2);
    EXPECT((node.folded == Ints{0, 2}));
  }
}

TEST(dilate_convolutions_of_a_sequence_keeps_the_two_that_change_its_shape) {
  GraphBuilder b = sequence().graph();
  EXPECT_EQ(dilate(b), 1);
  EXPECT(test::names(b.graph) == "RESHAPE CONV_2D RESHAPE");
  const auto* a = Graph::attrs<nook::Conv2D>(b.graph.nodes[2]);
  EXPECT(a && a->dilation_h == 1 && a->dilation_w == 3 && a->padding.left == 6 && a->padding.right == 0);
}

TEST(dilate_convolutions_multiplies_an_existing_dilation) {
  Blocks blocks;
  blocks.dilation = 2, blocks.filter = {2, 2};
  GraphBuilder b = blocks.graph();
  EXPECT_EQ(dilate(b), 1);
  const auto* a = Graph::attrs<nook::Conv2D>(b.graph.nodes[1]);
  EXPECT(a && a->dilation_h == 4 && a->dilation_w == 4);
}

TEST(dilate_convolutions_keeps_patterns_that_no_convolution_computes) {
  Blocks strided;
  strided.stride = 2;
  GraphBuilder b = strided.graph();
  EXPECT_EQ(dilate(b), 0);
  Blocks cropped;  // a row that is not padding
  cropped.before = {0, 2}, cropped.after = {5, 2}, cropped.crop = {1, 0};
  b = cropped.graph();
  EXPECT_EQ(dilate(b), 0);
  Blocks rescaled;
  rescaled.block_scale = 0.25f;
  b = rescaled.graph();
  EXPECT_EQ(nookc::dilate_convolutions(b.graph), 0);
}

TEST(dilate_convolutions_keeps_tensors_that_are_read_elsewhere) {
  for (const size_t node : {size_t{0}, size_t{1}}) {
    GraphBuilder b = Blocks().graph();
    b.outputs(b.graph.nodes[node].out[0]);
    EXPECT_EQ(dilate(b), 0);
  }
}

TEST(dilate_convolutions_keeps_hybrid_layers_which_quantize_each_batch) {
  GraphBuilder b = Blocks().graph();
  for (nookc::Tensor& t : b.graph.tensors)
    if (!t.constant()) t.type = nook::DType::kF32, t.scales.clear(), t.zero_point = 0;
  EXPECT_EQ(nookc::dilate_convolutions(b.graph), 0);
}

TEST(dilate_convolutions_keeps_operators_that_the_lowering_refuses) {
  GraphBuilder b = Blocks().graph();
  b.graph[b.graph.outputs[0]].shape.dim[1] -= 1;
  EXPECT_EQ(nookc::dilate_convolutions(b.graph), 0);
  b = sequence().graph();
  b.graph.nodes[0].in[1] = b.integers("block", {1}, {0});
  EXPECT_EQ(nookc::dilate_convolutions(b.graph), 0);
}

TEST(dilate_convolutions_changes_no_byte_of_random_networks) {
  const auto network = [](test::Rng& rng) {
    Blocks blocks;
    blocks.sequence = rng.in(0, 2) == 0, blocks.depthwise = rng.in(0, 1) == 1;
    blocks.mode = rng.in(0, 2) ? PadMode::kValid : PadMode::kSame;
    blocks.dilation = rng.in(0, 3) ? 1 : 2, blocks.stride = rng.in(0, 5) ? 1 : 2;
    blocks.image[0] = rng.in(1, 2);
    for (size_t d = 0; d < 2; ++d) {
      const bool single = blocks.sequence && d == 0;
      blocks.image[d + 1] = single ? 1 : rng.in(1, 12), blocks.filter[d] = single ? 1 : rng.in(1, 3);
      blocks.block[d] = single ? 1 : rng.in(1, 3), blocks.before[d] = single ? 0 : rng.in(0, 5);
      const int32_t size = blocks.image[d + 1] + blocks.before[d], block = blocks.block[d];
      blocks.after[d] = single ? 0 : (block - size % block) % block + block * rng.in(0, 2);
      blocks.crop[d] = single ? 0 : rng.in(0, 3), blocks.crop_after[d] = single ? 0 : rng.in(0, 3);
    }
    return blocks.graph();
  };
  // Some do not compile: a filter or crops are too large.
  test::keeps_every_byte(600, network, nookc::dilate_convolutions);
}
