// Simplifications of float graphs: the same results up to rounding, with fewer operators.
#include "nookc/middle/passes/floats/simplify_floats.h"

#include <cstring>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/transpose/transpose_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/dense_matmul.h"
#include "nookc/middle/passes/floats/affine.h"
#include "nookc/middle/passes/floats/cancel_pairs.h"
#include "nookc/middle/passes/floats/fold_affine.h"
#include "nookc/middle/passes/floats/merge_affine.h"
#include "nookc/middle/passes/floats/merge_equal.h"
#include "tests/nookc/float_graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;
using test::operators;
using test::real_changes;
using Shape = std::vector<int32_t>;

struct Floats : test::FloatGraph {
  using FloatGraph::FloatGraph;

  // A constant for one channel, for all in some spelling.
  TensorId constant_for(TensorId x, float low, float high) {
    switch (rng.in(0, 3)) {
      case 0:
        return numbers({1}, low, high);
      case 1:
        return numbers({1, channels(x)}, low, high);
      default:
        return numbers({channels(x)}, low, high);
    }
  }
  TensorId affine(TensorId x) {
    const TensorId c = constant_for(x, 0.5f, 2.0f), y = like(x);
    const bool relu = !rng.in(0, 4);
    const auto fused = relu ? nook::Activation::kRelu : nook::Activation::kNone;
    switch (rng.in(0, 4)) {
      case 0:
        return node(nook::Mul::Attrs{fused}, {x, c}, y);
      case 1:
        return node(nook::Mul::Attrs{fused}, {c, x}, y);
      case 2:
        return node(nook::Sub::Attrs{fused}, {x, c}, y);
      case 3:
        return node(nook::Sub::Attrs{fused}, {c, x}, y);
      default:
        return node(nook::Div::Attrs{fused}, {x, c}, y);
    }
  }
  TensorId dense(TensorId x) {
    Shape shape(b.graph[x].shape.dim, b.graph[x].shape.dim + b.graph[x].shape.rank);
    const int32_t out = rng.in(2, 6);
    const TensorId w = numbers({out, shape.back()}, -1, 1);
    shape.back() = out;
    if (shape.size() != 2) shape = {b.graph[x].shape.elements() / channels(x), out};
    return node(nookc::fully_connected(), biased({x, w}, out), plain(b.tensor("d", shape)));
  }
  std::vector<TensorId> biased(std::vector<TensorId> in, int32_t out) {
    if (rng.in(0, 1)) in.push_back(numbers({out}, -1, 1));
    return in;
  }
  TensorId convolution(TensorId x) {
    const nook::Shape& from = b.graph[x].shape;
    const int32_t h = from.dim[1], w = from.dim[2], c = from.dim[3], size = rng.in(0, 1) ? 1 : 3,
                  out = rng.in(2, 5);
    nook::ConvolutionAttrs attrs;
    attrs.padding.mode = rng.in(0, 1) || h < 3 || w < 3 ? nook::PadMode::kSame : nook::PadMode::kValid;
    const int32_t less = attrs.padding.mode == nook::PadMode::kValid ? size - 1 : 0;
    if (rng.in(0, 2)) {
      const TensorId k = numbers({out, size, size, c}, -1, 1);
      return node(nookc::conv_2d(attrs), biased({x, k}, out),
                  plain(b.tensor("y", {1, h - less, w - less, out})));
    }
    const int32_t twice = rng.in(1, 2);
    const TensorId k = numbers({1, size, size, c * twice}, -1, 1);
    return node(nookc::depthwise_conv_2d(attrs), biased({x, k}, c * twice),
                plain(b.tensor("y", {1, h - less, w - less, c * twice})));
  }
  // x times constant matrices, one for all or one for each: [..., depth] times [depth][columns].
  TensorId product(TensorId x) {
    Shape shape(b.graph[x].shape.dim, b.graph[x].shape.dim + b.graph[x].shape.rank), w = shape;
    const int32_t depth = shape.back(), columns = rng.in(1, 5);
    nook::BatchMatmul::Attrs attrs;
    attrs.adj_y = rng.in(0, 1) != 0;
    if (rng.in(0, 1)) w = rng.in(0, 1) ? Shape{1, 1} : Shape(w.size(), 1);
    w[w.size() - 2] = attrs.adj_y ? columns : depth, w.back() = attrs.adj_y ? depth : columns;
    shape.back() = columns;
    return node(attrs, {x, numbers(w, -1, 1)}, plain(b.tensor("p", shape)));
  }
  // A constant matrix times x.
  TensorId product_after(TensorId x) {
    Shape shape(b.graph[x].shape.dim, b.graph[x].shape.dim + b.graph[x].shape.rank);
    const int32_t depth = shape[shape.size() - 2], rows = rng.in(1, 5);
    shape[shape.size() - 2] = rows;
    return node(nook::BatchMatmul::Attrs{}, {numbers({rows, depth}, -1, 1), x}, plain(b.tensor("p", shape)));
  }
  TensorId upsampled(TensorId x) {
    const nook::Shape& from = b.graph[x].shape;
    const int32_t h = from.dim[1], w = from.dim[2], c = from.dim[3], out = rng.in(2, 4);
    nook::TransposeConv::Attrs attrs;
    attrs.stride_h = attrs.stride_w = 2, attrs.padding.mode = nook::PadMode::kSame;
    const TensorId shape = b.integers("shape", {4}, {1, 2 * h, 2 * w, out});
    const TensorId k = numbers({out, 3, 3, c}, -1, 1), y = plain(b.tensor("y", {1, 2 * h, 2 * w, out}));
    std::vector<TensorId> in = {shape, k, x};
    return node(attrs, biased(in, out), y);
  }
  TensorId magnitude(TensorId x) { return node(nook::Abs::Attrs{}, {x}, like(x)); }
};

int simplify(nookc::Graph& graph) { return nookc::simplify_floats(graph, {}); }

}  // namespace

TEST(a_constant_without_elements_has_no_floats) {
  nookc::Tensor t;
  t.type = nook::DType::kF32, t.shape.rank = 1, t.shape.dim[0] = 0;
  t.data = std::make_shared<const nookc::Bytes>();
  EXPECT(nookc::floats_of(t).empty());
}

TEST(simplify_floats_folds_affine_operators_into_every_kind_of_layer) {
  for (int kind = 0; kind < 4; ++kind) {
    test::Rng rng(static_cast<uint32_t>(kind));
    Floats f(rng);
    const TensorId x = f.input(kind == 0 ? Shape{3, 8} : Shape{1, 5, 6, 4});
    const TensorId y = kind == 0 ? f.dense(x) : kind == 1 ? f.upsampled(x) : f.convolution(x);
    const TensorId m = f.node(nook::Mul::Attrs{}, {y, f.numbers({f.channels(y)}, 0.5f, 2)}, f.like(y));
    const TensorId a =
        f.node(nook::Sub::Attrs{nook::Activation::kRelu}, {m, f.numbers({1}, -1, 1)}, f.like(y));
    f.b.outputs(a);
    EXPECT_EQ(real_changes(f.b.graph, nookc::fold_affine), 2);
    EXPECT_EQ(operators(f.b.graph), 1);
    EXPECT(*nookc::activation_of(f.b.graph.nodes[0].attrs) == nook::Activation::kRelu);
  }
}

TEST(simplify_floats_makes_a_dense_layer_of_a_product_with_one_constant_matrix) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    for (const bool shared : {false, true}) {
      test::Rng rng(seed);
      Floats f(rng);
      nook::BatchMatmul::Attrs attrs;
      attrs.adj_y = seed % 2 != 0;
      const TensorId w = f.numbers(attrs.adj_y ? Shape{5, 4} : Shape{4, 5}, -1, 1);
      for (int i = 0; i < 2; ++i) {
        const TensorId x = f.input(seed % 3 ? Shape{2, 3, 4} : Shape{3, 4});
        Shape shape(f.b.graph[x].shape.dim, f.b.graph[x].shape.dim + f.b.graph[x].shape.rank);
        shape.back() = 5;
        const TensorId p = f.node(attrs, {x, w}, f.plain(f.b.tensor("p", shape)));
        f.b.outputs(f.node(nook::Sub::Attrs{}, {p, f.numbers({5}, -1, 1)}, f.like(p)));
      }
      // Another reader needs the matrix as it is.
      if (shared) f.b.outputs(f.magnitude(w));
      const bool dense = attrs.adj_y || !shared;
      EXPECT_EQ(real_changes(f.b.graph, nookc::dense_float_matmul), dense ? 2 : 0);
      EXPECT_EQ(real_changes(f.b.graph, nookc::fold_affine), dense ? 2 : 0);
      size_t weights = 0;
      for (const nookc::Node& node : f.b.graph.nodes)
        weights += op_code(node) == nook::OpCode::kFullyConnected && node.in[1] == f.b.graph.nodes[0].in[1];
      EXPECT_EQ(weights, dense ? 2 : 0);  // both layers read one constant
    }
  }
}

TEST(simplify_floats_folds_multipliers_into_products_with_several_matrices) {
  for (int kind = 0; kind < 6; ++kind) {
    test::Rng rng(static_cast<uint32_t>(kind));
    Floats f(rng);
    nook::BatchMatmul::Attrs attrs;
    attrs.adj_y = kind % 2 != 0;
    const bool each = kind < 4;  // a multiplier for each channel; else one for all
    TensorId x = f.input({3, 2, 4});
    if (kind < 2) x = f.node(nook::Mul::Attrs{}, {x, f.numbers({4}, 0.5f, 2)}, f.like(x));
    const TensorId w = f.numbers(attrs.adj_y ? Shape{3, 5, 4} : Shape{3, 4, 5}, -1, 1);
    TensorId y = kind < 4 ? f.node(attrs, {x, w}, f.plain(f.b.tensor("p", {3, 2, 5}))) : f.product_after(x);
    y = f.node(nook::Mul::Attrs{}, {y, f.numbers({each ? 5 : 1}, 0.5f, 2)}, f.like(y));
    y = f.node(nook::Sub::Attrs{}, {y, f.numbers({1}, 1, 2)}, f.like(y));
    f.b.outputs(y);
    EXPECT_EQ(real_changes(f.b.graph, simplify), kind < 2 ? 2 : 1);
    EXPECT_EQ(operators(f.b.graph), 2);
  }
}

TEST(simplify_floats_keeps_multipliers_per_channel_after_a_constant_times_x) {
  test::Rng rng(11);
  Floats f(rng);
  const TensorId y = f.product_after(f.input({2, 4}));
  f.b.outputs(f.node(nook::Mul::Attrs{}, {y, f.numbers({4}, 0.5f, 2)}, f.like(y)));
  EXPECT_EQ(real_changes(f.b.graph, simplify), 0);
}

TEST(simplify_floats_folds_an_addition_before_a_layer_only_without_padding) {
  for (const bool padded : {false, true}) {
    test::Rng rng(7);
    Floats f(rng);
    const TensorId x = f.input({1, 5, 6, 4});
    const TensorId m = f.node(nook::Mul::Attrs{}, {x, f.numbers({4}, 0.5f, 2)}, f.like(x));
    const TensorId a = f.node(nook::Sub::Attrs{}, {m, f.numbers({4}, -1, 1)}, f.like(x));
    nook::ConvolutionAttrs attrs;
    attrs.padding.mode = padded ? nook::PadMode::kSame : nook::PadMode::kValid;
    const TensorId y = f.plain(f.b.output("y", padded ? Shape{1, 5, 6, 3} : Shape{1, 3, 4, 3}));
    f.node(nookc::conv_2d(attrs), {a, f.numbers({3, 3, 3, 4}, -1, 1)}, y);
    EXPECT_EQ(real_changes(f.b.graph, nookc::fold_affine), padded ? 0 : 2);
  }
}

TEST(simplify_floats_keeps_an_operator_whose_operand_something_else_reads) {
  test::Rng rng(8);
  Floats f(rng);
  const TensorId x = f.input({2, 4}), y = f.dense(x);
  f.b.outputs(f.node(nook::Mul::Attrs{}, {y, f.numbers({1}, 2, 3)}, f.like(y)));
  f.b.outputs(y);
  EXPECT_EQ(real_changes(f.b.graph, simplify), 0);
}

// Then it is a file that nook convert would not change again.
TEST(simplify_floats_goes_on_where_a_reader_is_gone) {
  test::Rng rng(8);
  Floats f(rng);
  const TensorId x = f.input({2, 4});
  const TensorId twice = f.node(nook::Mul::Attrs{}, {x, f.numbers({1}, 2, 3)}, f.like(x));
  const TensorId sum = f.node(nook::Mul::Attrs{}, {twice, f.numbers({1}, 2, 3)}, f.like(x));
  f.magnitude(sum);  // nothing reads it
  f.b.outputs(f.dense(sum));
  EXPECT_EQ(real_changes(f.b.graph, simplify), 2);
  EXPECT_EQ(simplify(f.b.graph), 0);
}

TEST(simplify_floats_keeps_weights_that_two_layers_read) {
  test::Rng rng(9);
  Floats f(rng);
  const TensorId x = f.input({2, 4}), w = f.numbers({3, 4}, -1, 1);
  for (int i = 0; i < 2; ++i) {
    const TensorId y =
        f.node(nookc::fully_connected(), {f.magnitude(f.input({2, 4})), w}, f.plain(f.b.tensor("y", {2, 3})));
    f.b.outputs(f.node(nook::Mul::Attrs{}, {y, f.numbers({3}, 2, 3)}, f.like(y)));
  }
  f.b.outputs(x);
  EXPECT_EQ(real_changes(f.b.graph, nookc::fold_affine), 0);
}

TEST(simplify_floats_keeps_numbers_that_would_not_be_finite_and_zeros) {
  for (const float number : {3e38f, 0.0f}) {
    test::Rng rng(10);
    Floats f(rng);
    const TensorId y = f.dense(f.input({2, 4}));
    const TensorId c = f.numbers({1}, number, number);
    std::memcpy(const_cast<std::byte*>(f.b.graph[c].data->data()), &number, sizeof number);
    const TensorId w = f.b.graph.nodes[0].in[1];
    const float large = 100;
    std::memcpy(const_cast<std::byte*>(f.b.graph[w].data->data()), &large, sizeof large);
    f.b.outputs(f.node(nook::Mul::Attrs{}, {y, c}, f.like(y)));
    EXPECT_EQ(nookc::fold_affine(f.b.graph), 0);
  }
}

TEST(simplify_floats_merges_chains) {
  test::Rng rng(11);
  Floats f(rng);
  const TensorId x = f.input({2, 4});
  TensorId y = f.node(nook::Mul::Attrs{}, {x, f.numbers({1}, 2, 3)}, f.like(x));
  y = f.node(nook::Sub::Attrs{}, {f.numbers({4}, 2, 3), y}, f.like(x));
  y = f.node(nook::Div::Attrs{}, {y, f.numbers({1}, 2, 3)}, f.like(x));
  y = f.node(nook::Sub::Attrs{nook::Activation::kRelu}, {y, f.numbers({1}, 2, 3)}, f.like(x));
  f.b.outputs(y);
  EXPECT_EQ(real_changes(f.b.graph, nookc::merge_affine), 2);
  EXPECT(test::names(f.b.graph) == "MUL ADD");
}

TEST(simplify_floats_computes_equal_results_once) {
  test::Rng rng(12);
  Floats f(rng);
  const TensorId x = f.input({2, 4});
  const auto e = [&] { return f.node(nook::Exp::Attrs{}, {x}, f.like(x)); };
  f.b.outputs(f.node(nook::Sub::Attrs{}, {f.magnitude(e()), f.magnitude(e())}, f.like(x)));
  EXPECT_EQ(real_changes(f.b.graph, nookc::merge_equal, 0), 2);
  EXPECT(test::names(f.b.graph) == "EXP ABS SUB");
}

TEST(simplify_floats_cancels_transpositions_and_quantizations) {
  test::Rng rng(13);
  Floats f(rng);
  const TensorId x = f.input({2, 3, 4});
  const TensorId t = f.node(nook::Transpose::Attrs{}, {x, f.b.integers("p", {3}, {2, 0, 1})},
                            f.plain(f.b.tensor("t", {4, 2, 3})));
  const TensorId u = f.node(nook::Transpose::Attrs{}, {t, f.b.integers("q", {3}, {1, 2, 0})}, f.like(x));
  f.b.outputs(f.magnitude(u));
  const TensorId q = f.b.input("q", {2, 4}),
                 d = f.node(nook::Dequantize::Attrs{}, {q}, f.plain(f.b.tensor("d", {2, 4})));
  const TensorId again = f.node(nook::Quantize::Attrs{}, {d}, f.b.tensor("again", {2, 4}));
  f.b.outputs(f.node(nook::Abs::Attrs{}, {again}, f.b.tensor("r", {2, 4})));
  EXPECT_EQ(real_changes(f.b.graph, nookc::cancel_pairs, 0), 2);
  EXPECT(test::names(f.b.graph) == "ABS ABS");
}

TEST(simplify_floats_leaves_out_passes_by_name) {
  test::Rng rng(14);
  Floats f(rng);
  const TensorId y = f.dense(f.input({2, 4}));
  f.b.outputs(f.node(nook::Mul::Attrs{}, {y, f.numbers({1}, 2, 3)}, f.like(y)));
  EXPECT_EQ(nookc::simplify_floats(f.b.graph, {"fold-affine"}), 0);
  EXPECT_EQ(nookc::simplify_floats(f.b.graph, {"merge-affine"}), 1);
}

TEST(simplify_floats_leaves_no_constant_that_nothing_reads) {
  test::Rng rng(15);
  Floats f(rng);
  const TensorId y = f.dense(f.input({2, 4}));
  f.b.outputs(f.node(nook::Mul::Attrs{}, {y, f.numbers({1}, 2, 3)}, f.like(y)));
  EXPECT_EQ(real_changes(f.b.graph, simplify), 1);
  EXPECT_EQ(f.b.graph.tensors.size(), 4);  // input, weights, bias, output
}

namespace {

// Layers and affine operators of random shapes, with constants in several spellings; tensors with several
// readers, and some of them are outputs.
nookc::Graph random_network(test::Rng& rng) {
  Floats f(rng);
  const bool image = rng.in(0, 2) > 0;
  std::vector<TensorId> live = {image ? f.input({1, rng.in(1, 6), rng.in(3, 6), rng.in(1, 4)})
                                      : f.input({rng.in(1, 3), rng.in(2, 6)})};
  for (int i = rng.in(2, 9); i > 0; --i) {
    const TensorId x = rng.in(0, 5)
                           ? live.back()
                           : live[static_cast<size_t>(rng.in(0, static_cast<int32_t>(live.size()) - 1))];
    const bool four = f.b.graph[x].shape.rank == 4;
    const int kind = rng.in(0, 11);
    live.push_back(kind < 5                                     ? f.affine(x)
                   : kind == 10                                 ? f.product(x)
                   : kind == 11                                 ? f.product_after(x)
                   : kind == 5                                  ? f.magnitude(x)
                   : !four                                      ? f.dense(x)
                   : kind == 6 && f.b.graph[x].shape.dim[1] < 8 ? f.upsampled(x)
                                                                : f.convolution(x));
  }
  f.b.outputs(live.back());
  if (!rng.in(0, 2)) f.b.outputs(live[live.size() / 2]);
  return f.b.graph;
}

}  // namespace

TEST(simplify_floats_changes_random_networks_by_rounding_only) {
  const uint32_t seeds = test::quick_seeds(600);
  uint32_t changed = 0, ran = 0;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    test::Rng rng(seed);
    nookc::Graph graph = random_network(rng);
    const auto before = test::real_results(graph, 0);
    if (before.empty()) continue;
    const int made = real_changes(graph, simplify);
    if (made < 0) printf("seed %d\n", static_cast<int>(seed));
    EXPECT(made >= 0);
    EXPECT_EQ(simplify(graph), 0);
    ++ran, changed += made > 0;
  }
  EXPECT(ran > seeds * 8 / 10);
  EXPECT(changed > seeds / 2);
}
