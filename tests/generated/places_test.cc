// Operators that store a value for each row and column of their result, or for each of many channels: an
// interpreter that only computes its memory needs has room for them, too.
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nookc/front/export/export.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;

void agree(const test::GraphBuilder& b) {
  const auto tflite = nookc::export_tflite(b.graph);
  EXPECT(tflite);
  generated::Subject subject(*tflite, 1);
  generated::Counts counts;
  const std::string wrong = subject.prepare(counts);
  if (!wrong.empty()) printf("     %s\n", wrong.c_str());
  EXPECT(wrong.empty());
}

}  // namespace

TEST(an_image_is_enlarged_to_the_size_of_the_camera) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 60, 80, 3}), y = b.output("y", {1, 240, 320, 3});
  b.node(nook::ResizeNearestNeighbor::Attrs{}, {x, b.integers("size", {2}, {240, 320})}, y);
  agree(b);
}

TEST(a_large_image_is_mirrored_at_its_edges) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 240, 320, 1}), y = b.output("y", {1, 244, 326, 1});
  b.node(nook::MirrorPad::Attrs{}, {x, b.integers("margins", {4, 2}, {0, 0, 2, 2, 3, 3, 0, 0})}, y);
  agree(b);
}

namespace {

// Float activations and int8 weights with one scale per channel of the last or first dimension.
void agree_with_scales(int32_t channels) {
  test::GraphBuilder b;
  const auto real = [&](TensorId t) {
    b.graph[t].type = nook::DType::kF32, b.graph[t].scales.clear();
    return t;
  };
  const auto weights = [&](std::vector<int32_t> shape) {
    const TensorId w = b.weights("w" + std::to_string(shape.size()) + std::to_string(shape[0]), shape);
    b.graph[w].scales.clear(), b.graph[w].channel_axis = shape[0] == 1 ? 3 : 0;
    for (int32_t i = 0; i < channels; ++i) b.graph[w].scales.push_back(0.01f + 1e-5f * static_cast<float>(i));
    return w;
  };
  const TensorId x = real(b.input("x", {1, 2, 2, 3}));
  const TensorId one = real(b.tensor("one", {1, 2, 2, channels})),
                 two = real(b.tensor("two", {1, 2, 2, channels}));
  const TensorId y = real(b.output("y", {4, channels}));
  b.node(nook::Conv2D::Attrs{}, {x, weights({channels, 1, 1, 3}), TensorId::kNone}, one);
  b.node(nook::DepthwiseConv2D::Attrs{}, {one, weights({1, 1, 1, channels}), TensorId::kNone}, two);
  b.node(nook::FullyConnected::Attrs{}, {two, weights({channels, channels}), TensorId::kNone}, y);
  agree(b);
}

}  // namespace

TEST(weights_with_many_scales_meet_floats) {
  for (const int32_t channels : {1, 96, 140, 141, 144, 500}) agree_with_scales(channels);
}
