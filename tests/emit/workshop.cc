// The small networks of the tests of generated code.
#include "tests/emit/workshop.h"

#include "nook/ops/concatenation/concatenation_op.h"
#include "nookc/graph/any_attrs.h"

namespace test {
namespace {

nookc::Attrs convolution(nook::PadMode padding) {
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = padding;
  return nookc::conv_2d(attrs);
}

}  // namespace

nookc::Attrs valid_convolution() { return convolution(nook::PadMode::kValid); }

nookc::Graph chain() {
  GraphBuilder b;
  const auto audio = b.input("audio", {1, 6, 6, 2}, 0.5f, -3);
  const auto hidden = b.tensor("model/hidden/Relu;model/bn", {1, 6, 6, 3}, 0.2f, 4);
  const auto flat = b.tensor("flat", {1, 1, 36, 3}, 0.2f, 4);
  const auto mixed = b.tensor("mixed", {1, 1, 36, 3}, 0.1f, 1);
  const auto scores = b.output("scores", {1, 1, 36, 2}, 0.25f, -7);
  const auto same = convolution(nook::PadMode::kSame), valid = valid_convolution();
  b.node(same, {audio, b.weights("w0", {3, 3, 3, 2}, 3), b.integers("b0", {3}, {1, -200, 3})}, hidden);
  b.node(nookc::reshape(), {hidden, b.integers("shape", {4}, {1, 1, 36, 3})}, flat);
  b.node(valid, {flat, b.weights("w1", {3, 1, 1, 3}, -5), nookc::TensorId::kNone}, mixed);
  b.node(valid, {mixed, b.weights("w2", {2, 1, 1, 3}, 90), nookc::TensorId::kNone}, scores);
  return std::move(b.graph);
}

nookc::Graph lone() {
  GraphBuilder b;
  const auto x = b.input("x", {1, 4, 4, 1});
  const auto y = b.output("y", {1, 4, 4, 1});
  b.node(valid_convolution(), {x, b.weights("w", {1, 1, 1, 1}, 50), nookc::TensorId::kNone}, y);
  return std::move(b.graph);
}

nookc::Graph wide() {
  GraphBuilder b;
  const auto left = b.input("serving_default_int:0", {1, 1, 2, 2});
  const auto right = b.input("Input*/\\?\?/ \"x\":1", {1, 1, 3, 2});
  const auto joined = b.output("StatefulPartitionedCall:0", {1, 1, 5, 2});
  const auto other = b.output("StatefulPartitionedCall:1", {1, 1, 5, 2});
  nook::Concatenation::Attrs along;
  along.axis = 2;
  b.graph.file = "we*/ird\n\"#error.tflite";
  b.graph.description = "*/ #error \\";
  b.node(along, {left, right}, joined);
  b.node(valid_convolution(), {joined, b.weights("w", {2, 1, 1, 2}), nookc::TensorId::kNone}, other);
  return std::move(b.graph);
}

nookc::Graph camera(int32_t rows) {
  GraphBuilder b;
  nook::ConvolutionAttrs same, half;
  same.padding.mode = half.padding.mode = nook::PadMode::kSame;
  half.stride_h = half.stride_w = 2;
  const int32_t left = (rows + 1) / 2, inputs = left * 3 * 3;
  const auto x = b.input("camera", {1, rows, 6, 2}, 0.5f, -3);
  const auto edges = b.tensor("edges", {1, rows, 6, 3}, 0.2f, 4);
  const auto small = b.tensor("small", {1, left, 3, 3}, 0.2f, 4);
  const auto flat = b.tensor("flat", {1, inputs}, 0.2f, 4);
  const auto scores = b.output("scores", {1, 5}, 0.25f, -7);
  b.node(nookc::conv_2d(same), {x, b.weights("w0", {3, 3, 3, 2}, 3), b.integers("b0", {3}, {1, -200, 3})},
         edges);
  b.node(nookc::conv_2d(half), {edges, b.weights("w1", {3, 3, 3, 3}, -5), nookc::TensorId::kNone}, small);
  b.node(nookc::reshape(), {small, b.integers("shape", {2}, {1, inputs})}, flat);
  b.node(nookc::fully_connected(), {flat, b.weights("w2", {5, inputs}, 9), nookc::TensorId::kNone}, scores);
  return std::move(b.graph);
}

}  // namespace test
