#include "nookc/middle/passes/eliminate_channels.h"

#include "nook/core/quantize.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/op_case.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

constexpr int32_t kSize = 4;  // height and width of images

int eliminate(GraphBuilder& b) { return test::changes(b.graph, nookc::eliminate_channels); }

int32_t channels(const GraphBuilder& b, TensorId t) { return b.graph[t].shape.back(0); }

// 1 by 1: filters[o][i].
nook::Conv2D::Attrs valid(nook::Activation activation = nook::Activation::kNone) {
  nook::Conv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kValid, attrs.activation = activation;
  return attrs;
}
nook::Conv2D::Attrs same() {
  nook::Conv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  return attrs;
}

// x of two channels -> CONV_2D 1 by 1 -> t of four, whose filters 1 and 3 are zeros with biases 400 and 0,
// t's zero point is 3: t[1] is 7 everywhere, and t[3] is 3.
GraphBuilder two_constants(TensorId* t) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kSize, kSize, 2}, 0.5f, -5);
  const TensorId w = b.values("w", {4, 1, 1, 2}, {50, -30, 0, 0, 20, 70, 0, 0});
  const TensorId bias = b.integers("bias", {4}, {100, 400, -200, 0});
  *t = b.tensor("t", {1, kSize, kSize, 4}, 0.5f, 3);
  b.node(valid(), {x, w, bias}, *t);
  return b;
}

}  // namespace

TEST(eliminate_channels_drops_channels_that_no_operator_reads) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kSize, kSize, 2}), t = b.tensor("t", {1, kSize, kSize, 4});
  const TensorId w = b.weights("w", {4, 1, 1, 2}, 20), y = b.output("y", {1, kSize, kSize, 2});
  const TensorId v = b.values("v", {2, 1, 1, 4}, {30, 0, 0, 40, 0, 0, 0, -50});
  b.node(valid(), {x, w}, t);
  b.node(valid(), {t, v}, y);
  EXPECT_EQ(eliminate(b), 1);
  EXPECT_EQ(channels(b, t), 2);
  EXPECT_EQ(b.graph[t].narrowed.of, 4);
  EXPECT(b.graph[t].narrowed.channels == (std::vector<int32_t>{0, 3}));
  EXPECT_EQ(b.graph[b.graph.nodes[1].in[1]].bytes(), 4);
  EXPECT_EQ(nookc::eliminate_channels(b.graph), 0);
}

TEST(eliminate_channels_folds_constants_into_the_bias_of_a_1x1) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  const TensorId v = b.values("v", {2, 1, 1, 4}, {10, 20, 30, 40, -10, 120, -30, -40});
  b.node(valid(), {t, v}, b.output("y", {1, kSize, kSize, 2}));
  EXPECT_EQ(eliminate(b), 1);
  EXPECT_EQ(channels(b, t), 2);
  const nookc::Node& reader = b.graph.nodes[1];
  EXPECT_EQ(reader.in.size(), 3);  // previously without bias
  int32_t bias[2];
  std::memcpy(bias, b.graph[reader.in[2]].data->data(), 8);
  EXPECT_EQ(bias[0], 20 * (7 - 3));
  EXPECT_EQ(bias[1], 120 * (7 - 3));
}

TEST(eliminate_channels_keeps_a_constant_that_a_padded_filter_reads_unless_it_is_the_zero_point) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  b.node(same(), {t, b.weights("v", {2, 3, 3, 4}, 5)}, b.output("y", {1, kSize, kSize, 2}));
  EXPECT_EQ(eliminate(b), 1);
  EXPECT(b.graph[t].narrowed.channels == (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(b.graph.nodes[1].in.size(), 2);
}

TEST(eliminate_channels_folds_both_into_a_filter_that_stays_inside) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  b.node(valid(), {t, b.weights("v", {2, 3, 3, 4}, 5)}, b.output("y", {1, kSize - 2, kSize - 2, 2}));
  EXPECT_EQ(eliminate(b), 1);
  EXPECT(b.graph[t].narrowed.channels == (std::vector<int32_t>{0, 2}));
}

TEST(eliminate_channels_drops_a_channel_through_a_depthwise_convolution_or_not_at_all) {
  // u[1] is not constant: borders differ. u[3] is.
  TensorId t;
  GraphBuilder b = two_constants(&t);
  const TensorId u = b.tensor("u", {1, kSize, kSize, 4}), w = b.weights("dw", {1, 3, 3, 4}, 3);
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  b.node(attrs, {t, w, b.integers("db", {4}, {1, 2, 3, 4})}, u);
  b.node(valid(), {u, b.weights("v", {2, 1, 1, 4}, 60)}, b.output("y", {1, kSize, kSize, 2}));
  EXPECT_EQ(eliminate(b), 2);
  EXPECT(b.graph[t].narrowed.channels == (std::vector<int32_t>{0, 1, 2}));
  EXPECT(b.graph[u].narrowed.channels == (std::vector<int32_t>{0, 1, 2}));
}

TEST(eliminate_channels_drops_a_channel_whose_depthwise_filter_is_zero) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kSize, kSize, 2}), t = b.tensor("t", {1, kSize, kSize, 3});
  const TensorId u = b.tensor("u", {1, kSize, kSize, 3});
  b.node(valid(), {x, b.weights("w", {3, 1, 1, 2}, 30)}, t);
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  const TensorId d = b.values("d", {1, 1, 1, 3}, {50, 0, 70}, {0.01f, 0.02f, 0.03f});
  b.node(attrs, {t, d, b.integers("db", {3}, {0, 555, 0})}, u);
  b.node(valid(), {u, b.weights("v", {2, 1, 1, 3}, 60)}, b.output("y", {1, kSize, kSize, 2}));
  EXPECT_EQ(eliminate(b), 2);
  EXPECT_EQ(channels(b, t), 2);
  const nookc::Tensor& filter = b.graph[b.graph.nodes[1].in[1]];
  EXPECT(filter.scales == (std::vector<float>{0.01f, 0.03f}));
}

TEST(eliminate_channels_computes_constants_with_biases_that_overflow) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, kSize, kSize, 1}), t = b.tensor("t", {1, kSize, kSize, 4});
  const TensorId w = b.values("w", {4, 1, 1, 1}, {100, 0, 0, 0}, {0.01f, 1e-9f, 1e-9f, 3e-8f});
  const TensorId bias = b.integers("b", {4}, {0, 1 << 30, -(1 << 30), INT32_MAX});
  b.node(valid(), {x, w, bias}, t);
  const TensorId v = b.values("v", {1, 1, 1, 4}, {90, 127, -127, 127});
  b.node(valid(), {t, v, b.integers("c", {1}, {INT32_MAX - 5})}, b.output("y", {1, kSize, kSize, 1}));
  EXPECT_EQ(eliminate(b), 1);
  EXPECT_EQ(channels(b, t), 1);
}

TEST(eliminate_channels_keeps_channels_that_one_side_of_an_addition_needs) {
  for (const bool read_elsewhere : {false, true}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, kSize, kSize, 2});
    const TensorId t = b.tensor("t", {1, kSize, kSize, 3}), u = b.tensor("u", {1, kSize, kSize, 3});
    const TensorId s = b.tensor("s", {1, kSize, kSize, 3}, 0.25f);
    b.node(valid(), {x, b.weights("w", {3, 1, 1, 2}, 30)}, t);
    b.node(valid(), {x, b.weights("v", {3, 1, 1, 2}, -60)}, u);
    b.node(nook::Add::Attrs{}, {t, u}, s);
    b.node(valid(), {s, b.values("r", {1, 1, 1, 3}, {10, 0, 20})}, b.output("y", {1, kSize, kSize, 1}));
    if (read_elsewhere)
      b.node(valid(), {u, b.weights("q", {1, 1, 1, 3})}, b.output("z", {1, kSize, kSize, 1}));
    EXPECT_EQ(eliminate(b), read_elsewhere ? 0 : 3);
    for (TensorId each : {t, u, s}) EXPECT_EQ(channels(b, each), read_elsewhere ? 3 : 2);
  }
}

TEST(eliminate_channels_computes_a_sum_of_constants_and_slices_constant_operands) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  const TensorId s = b.tensor("s", {1, kSize, kSize, 4}, 0.25f), r = b.tensor("r", {1, kSize, kSize, 4});
  b.node(nook::Mul::Attrs{}, {t, b.values("m", {4}, {1, 2, 3, 4}, {1.0f})}, s);
  b.node(nook::Relu::Attrs{}, {s}, r);
  b.node(valid(), {r, b.weights("v", {2, 1, 1, 4}, 60)}, b.output("y", {1, kSize, kSize, 2}));
  EXPECT_EQ(eliminate(b), 3);
  EXPECT_EQ(channels(b, r), 2);
  const nookc::Tensor& factor = b.graph[b.graph.nodes[1].in[1]];
  EXPECT_EQ(factor.bytes(), 2);
  EXPECT_EQ(static_cast<int>((*factor.data)[1]), 3);
}

TEST(eliminate_channels_goes_through_concatenation) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  b.graph[t].zero_point = 0;
  const TensorId u = b.tensor("u", {1, kSize, kSize, 2}), all = b.tensor("all", {1, kSize, kSize, 6});
  b.node(valid(), {b.graph.inputs[0], b.weights("uw", {2, 1, 1, 2}, 9)}, u);
  b.node(nook::Concatenation::Attrs{3, nook::Activation::kNone}, {t, u}, all);
  const TensorId v = b.values("v", {1, 1, 1, 6}, {10, 20, 0, 40, 50, 0});
  b.node(valid(), {all, v}, b.output("y", {1, kSize, kSize, 1}));
  EXPECT_EQ(eliminate(b), 3);
  EXPECT(b.graph[t].narrowed.channels == (std::vector<int32_t>{0}));
  EXPECT(b.graph[u].narrowed.channels == (std::vector<int32_t>{0}));
  EXPECT(b.graph[all].narrowed.channels == (std::vector<int32_t>{0, 4}));
}

TEST(eliminate_channels_goes_through_pooling_padding_and_reshape_to_columns_of_a_fully_connected) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  const TensorId padded = b.tensor("padded", {1, kSize + 2, kSize, 4}, 0.5f, 3);
  const TensorId pooled = b.tensor("pooled", {1, 3, 2, 4}, 0.5f, 3),
                 flat = b.tensor("flat", {1, 24}, 0.5f, 3);
  b.node(nook::Pad::Attrs{}, {t, b.integers("p", {4, 2}, {0, 0, 1, 1, 0, 0, 0, 0})}, padded);
  nook::MaxPool2D::Attrs pool;
  pool.filter_h = pool.filter_w = pool.stride_h = pool.stride_w = 2,
  pool.padding.mode = nook::PadMode::kValid;
  b.node(pool, {padded}, pooled);
  b.node(nook::Reshape::Attrs{}, {pooled, b.integers("s", {2}, {1, 24})}, flat);
  b.node(nook::FullyConnected::Attrs{}, {flat, b.weights("v", {3, 24}, -50)}, b.output("y", {1, 3}));
  // padded[1] is 7 with a border of 3, padded[3] is 3 throughout.
  EXPECT_EQ(eliminate(b), 4);
  EXPECT(b.graph[pooled].narrowed.channels == (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(channels(b, flat), 18);
  EXPECT_EQ(b.graph[b.graph.nodes[4].in[1]].bytes(), 3 * 18);
}

TEST(eliminate_channels_goes_through_a_mean_over_positions_and_not_over_channels) {
  for (const int32_t axis : {2, 3}) {
    TensorId t;
    GraphBuilder b = two_constants(&t);
    const std::vector<int32_t> shape =
        axis == 2 ? std::vector<int32_t>{1, 4} : std::vector<int32_t>{1, kSize};
    const TensorId m = b.tensor("m", shape, 0.25f);
    b.node(nook::Mean::Attrs{}, {t, b.integers("a", {2}, {axis, axis - 1})}, m);
    b.node(nook::FullyConnected::Attrs{}, {m, b.weights("v", {2, 4}, 40)}, b.output("y", {1, 2}));
    EXPECT_EQ(eliminate(b), axis == 2 ? 2 : 0);
  }
}

TEST(eliminate_channels_leaves_shared_weights_to_their_other_reader) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), t = b.tensor("t", {1, 4}), y = b.output("y", {1, 4});
  const TensorId w = b.values("w", {4, 4}, {1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0});
  const auto bytes = *b.graph[w].data;
  b.node(nook::FullyConnected::Attrs{}, {x, w}, t);
  b.node(nook::FullyConnected::Attrs{}, {t, w}, y);
  EXPECT_EQ(eliminate(b), 1);
  EXPECT_EQ(channels(b, t), 3);
  EXPECT(*b.graph[w].data == bytes && b.graph[w].shape.dim[0] == 4);
}

TEST(eliminate_channels_leaves_inputs_and_outputs) {
  TensorId t;
  GraphBuilder b = two_constants(&t);
  b.node(valid(), {t, b.weights("v", {2, 1, 1, 4}, 60)}, b.output("y", {1, kSize, kSize, 2}));
  b.outputs(t);
  EXPECT_EQ(eliminate(b), 0);
  GraphBuilder unread;
  const TensorId x = unread.input("x", {1, 4}), w = unread.values("w", {1, 4}, {1, 0, 0, 2});
  unread.node(nook::FullyConnected::Attrs{}, {x, w}, unread.output("y", {1, 1}));
  EXPECT_EQ(eliminate(unread), 0);
}

TEST(eliminate_channels_keeps_one_channel_if_all_are_constant_or_unread) {
  for (const int second : {0, 60}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, kSize, kSize, 2}), t = b.tensor("t", {1, kSize, kSize, 4});
    const TensorId u = b.tensor("u", {1, kSize, kSize, 4}),
                   zeros = b.values("w", {4, 1, 1, 2}, std::vector<int>(8));
    b.node(valid(), {x, zeros, b.integers("bias", {4}, {100, 400, -200, 0})}, t);
    b.node(valid(), {t, b.values("v", {4, 1, 1, 4}, std::vector<int>(16, second))}, u);
    b.node(valid(), {u, b.weights("r", {2, 1, 1, 4}, 60)}, b.output("y", {1, kSize, kSize, 2}));
    EXPECT_EQ(eliminate(b), 2);
    EXPECT_EQ(channels(b, t), 1);
    EXPECT_EQ(channels(b, u), 1);
  }
}

TEST(eliminate_channels_leaves_two_outputs_of_a_fully_connected_with_scales_per_channel) {
  // With a single one the multiplier would be computed as float(x scale * w scale), with another last bit.
  for (const bool per_channel : {false, true}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, 3}), t = b.tensor("t", {1, 3});
    const std::vector<float> scales =
        per_channel ? std::vector<float>{0.01f, 0.02f, 0.03f} : std::vector<float>{0.01f};
    b.node(nook::FullyConnected::Attrs{}, {x, b.values("w", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, scales)}, t);
    b.node(nook::FullyConnected::Attrs{}, {t, b.values("v", {1, 3}, {0, 0, 99})}, b.output("y", {1, 1}));
    EXPECT_EQ(eliminate(b), 1);
    EXPECT_EQ(channels(b, t), per_channel ? 2 : 1);
  }
}

TEST(eliminate_channels_keeps_operators_that_it_does_not_know) {
  TensorId t;
  GraphBuilder softmax = two_constants(&t);
  softmax.node(nook::Softmax::Attrs{}, {t}, softmax.output("y", {1, kSize, kSize, 4}, 1.0f / 256, -128));
  EXPECT_EQ(eliminate(softmax), 0);
  GraphBuilder multiplied = two_constants(&t);
  const TensorId u = multiplied.tensor("u", {1, kSize, kSize, 8});
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  multiplied.node(attrs, {t, multiplied.weights("d", {1, 3, 3, 8})}, u);
  multiplied.node(valid(), {u, multiplied.values("v", {1, 1, 1, 8}, {1, 0, 0, 0, 0, 0, 0, 0})},
                  multiplied.output("y", {1, kSize, kSize, 1}));
  EXPECT_EQ(eliminate(multiplied), 0);
  GraphBuilder grouped = two_constants(&t);
  grouped.node(valid(), {t, grouped.weights("g", {4, 1, 1, 2})}, grouped.output("y", {1, kSize, kSize, 4}));
  EXPECT_EQ(eliminate(grouped), 0);
}

namespace {

// Random chains and branches with many zero filters and weights.
class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : rng_(seed) {
    open_.push_back(b.input("x", {1, kSize, kSize, 3}, 0.5f, rng_.in(-10, 10)));
    for (int i = rng_.in(3, 9); i > 0; --i) open_.push_back(next());
    const TensorId last = open_.back();
    b.outputs(dense(last, 2, 1, false));
    if (rng_.in(0, 3) == 0)
      b.outputs(open_[static_cast<size_t>(rng_.in(1, static_cast<int>(open_.size()) - 1))]);
  }

  GraphBuilder b;

 private:
  std::string name() { return "n" + std::to_string(b.graph.tensors.size()); }
  TensorId any() { return open_[static_cast<size_t>(rng_.in(0, static_cast<int>(open_.size()) - 1))]; }
  TensorId image(int32_t count) {
    return b.tensor(name(), {1, kSize, kSize, count}, rng_.real(0.05f, 0.6f), rng_.in(-20, 20));
  }

  std::vector<int> sparse(int filters, int each, bool depthwise) {
    std::vector<int> all;
    std::vector<bool> none, unread;
    for (int i = 0; i < filters; ++i) none.push_back(rng_.in(0, 2) == 0);
    for (int i = 0; i < each; ++i) unread.push_back(rng_.in(0, 3) == 0);
    for (int o = 0; o < filters; ++o)
      for (int i = 0; i < each; ++i) {
        const bool zero = depthwise ? unread[static_cast<size_t>(i)]
                                    : none[static_cast<size_t>(o)] || unread[static_cast<size_t>(i)];
        all.push_back(zero ? 0 : rng_.in(-127, 127));
      }
    return all;
  }

  TensorId biases(int count) {
    std::vector<int32_t> all;
    for (int i = 0; i < count; ++i) all.push_back(rng_.in(0, 5) ? rng_.in(-3000, 3000) : rng_.in(0, 1) << 30);
    return b.integers(name(), {count}, all);
  }

  std::vector<float> scales(int count) {
    std::vector<float> all;
    const bool several = rng_.in(0, 1);
    for (int i = 0; i < (several ? count : 1); ++i) all.push_back(rng_.real(0.001f, 0.03f));
    return all;
  }

  TensorId dense(TensorId x, int count, int size, bool padded) {
    const int in = channels(b, x), each = size * size * in;
    std::vector<int> w = sparse(count, in, false);
    std::vector<int> all;  // every tap reads the same inputs
    for (int o = 0; o < count; ++o)
      for (int i = 0; i < each; ++i) all.push_back(w[static_cast<size_t>(o * in + i % in)]);
    const TensorId filter = b.values(name(), {count, size, size, in}, all, scales(count));
    const TensorId y = image(count);
    nook::Conv2D::Attrs attrs = padded ? same() : valid();
    attrs.activation = static_cast<nook::Activation>(rng_.in(0, 3));
    std::vector<TensorId> operands = {x, filter};
    if (rng_.in(0, 2)) operands.push_back(biases(count));
    b.node(attrs, operands, y);
    return y;
  }

  TensorId depthwise(TensorId x) {
    const int count = channels(b, x);
    std::vector<int> w = sparse(9, count, true);
    const TensorId filter = b.values(name(), {1, 3, 3, count}, w, scales(count)), y = image(count);
    nook::DepthwiseConv2D::Attrs attrs;
    attrs.padding.mode = nook::PadMode::kSame,
    attrs.activation = static_cast<nook::Activation>(rng_.in(0, 3));
    b.node(attrs, {x, filter, biases(count)}, y);
    return y;
  }

  TensorId like(TensorId x) {
    const TensorId y = image(channels(b, x));
    b.graph[y].scales = b.graph[x].scales, b.graph[y].zero_point = b.graph[x].zero_point;
    return y;
  }

  TensorId next() {
    const TensorId x = any();
    TensorId y;
    switch (rng_.in(0, 7)) {
      case 0:
        return depthwise(x);
      case 1:
        b.node(nook::Relu::Attrs{}, {x}, y = image(channels(b, x)));
        return y;
      case 2: {
        nook::AveragePool2D::Attrs pool;
        pool.filter_h = pool.filter_w = 3, pool.padding.mode = nook::PadMode::kSame;
        b.node(pool, {x}, y = like(x));
        return y;
      }
      case 3: {
        const TensorId other = any();
        if (channels(b, other) != channels(b, x)) return depthwise(x);
        b.node(nook::Add::Attrs{}, {x, other}, y = image(channels(b, x)));
        return y;
      }
      case 4:
        y = b.tensor(name(), {1, kSize, kSize, 2 * channels(b, x)}, b.graph[x].scales[0],
                     b.graph[x].zero_point);
        b.node(nook::Concatenation::Attrs{-1, nook::Activation::kNone}, {x, x}, y);
        return y;
      case 5:
        return dense(x, rng_.in(1, 9), 3, true);
      default:
        return dense(x, rng_.in(1, 9), 1, false);
    }
  }

  test::Rng rng_;
  std::vector<TensorId> open_;
};

}  // namespace

TEST(eliminate_channels_changes_no_byte_of_random_graphs) {
  const uint32_t seeds = test::quick_seeds(300);
  uint32_t changed = 0;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    RandomGraph random(seed);
    const int nodes = eliminate(random.b);
    if (nodes < 0) printf("seed %u\n", static_cast<unsigned>(seed));
    EXPECT(nodes >= 0);
    changed += nodes > 0;
    EXPECT_EQ(nookc::eliminate_channels(random.b.graph), 0);
  }
  EXPECT(changed > seeds / 3);
}

// Layers that share their weights, so that a small file has many of them.
TEST(channels_of_more_weights_than_a_second_can_examine_stay) {
  constexpr int32_t kSide = 2048;
  const auto eliminated = [](int layers) {
    GraphBuilder b;
    TensorId last = b.input("x", {1, kSide});
    const TensorId w = b.tensor("w", {kSide, kSide}, 0.01f);
    auto bytes = std::make_shared<nookc::Bytes>(size_t{kSide} * kSide, std::byte{1});
    std::fill(bytes->begin() + kSide, bytes->begin() + 3 * kSide, std::byte{0});  // two outputs are constant
    b.graph[w].data = bytes;
    for (int i = 0; i < layers; ++i) {
      const TensorId next = b.tensor("h" + std::to_string(i), {1, kSide});
      b.node(nook::FullyConnected::Attrs{}, {last, w}, next);
      last = next;
    }
    b.node(nook::FullyConnected::Attrs{}, {last, b.weights("v", {2, kSide})}, b.output("y", {1, 2}));
    return nookc::eliminate_channels(b.graph);
  };
  EXPECT(eliminated(1) > 0);
  EXPECT_EQ(eliminated(80), 0);
}
