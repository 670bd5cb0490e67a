// Normalizations in every spelling become one operator with the same results.
#include "nookc/middle/passes/floats/fuse_norms.h"

#include "nook/ops/layer_norm/layer_norm_op.h"
#include "nook/ops/mean/mean_op.h"
#include "tests/nookc/float_graphs.h"

namespace {

using nookc::TensorId;
using Shape = std::vector<int32_t>;

struct Norms : test::FloatGraph {
  using FloatGraph::FloatGraph;
  int32_t dimensions = 1;

  Shape shape_of(TensorId t) const {
    return Shape(b.graph[t].shape.dim, b.graph[t].shape.dim + b.graph[t].shape.rank);
  }
  TensorId number(float value) { return numbers({}, value, value); }
  TensorId mean(TensorId x) {
    Shape shape = shape_of(x);
    std::vector<int32_t> axes;
    const int32_t rank = b.graph[x].shape.rank, first = rank - dimensions;
    for (int32_t i = first; i < rank; ++i) axes.push_back(rng.in(0, 1) ? i : i - rank);
    for (int32_t i = first; i < rank; ++i) shape[static_cast<size_t>(i)] = 1;
    nook::Mean::Attrs attrs;
    attrs.keep_dims = true;
    const TensorId at = b.integers("axes", {dimensions}, axes);
    return node(attrs, {x, at}, plain(b.tensor("mean", shape)));
  }
  TensorId two(nookc::Attrs attrs, TensorId a, TensorId c, TensorId like_this) {
    return node(std::move(attrs), {a, c}, like(like_this));
  }
  // Operands in either order.
  TensorId product(TensorId a, TensorId c, TensorId to) {
    return rng.in(0, 1) ? two(test::plain_op(nook::OpCode::kMul), a, c, to)
                        : two(test::plain_op(nook::OpCode::kMul), c, a, to);
  }
  TensorId sum(TensorId a, TensorId c, TensorId to) {
    return rng.in(0, 1) ? two(test::plain_op(nook::OpCode::kAdd), a, c, to)
                        : two(test::plain_op(nook::OpCode::kAdd), c, a, to);
  }
  TensorId squared(TensorId c) {
    const int kind = rng.in(0, 2);
    if (kind == 0) return node(test::plain_op(nook::OpCode::kSquare), {c}, like(c));
    return kind == 1 ? two(test::plain_op(nook::OpCode::kMul), c, c, c)
                     : two(test::plain_op(nook::OpCode::kPow), c, number(2), c);
  }
  TensorId with_epsilon(TensorId v) { return rng.in(0, 4) ? sum(v, number(1e-3f), v) : v; }
  TensorId inverse(TensorId v) {
    const int kind = rng.in(0, 2);
    if (kind == 0) return node(test::plain_op(nook::OpCode::kRsqrt), {v}, like(v));
    if (kind == 1) return two(test::plain_op(nook::OpCode::kPow), v, number(-0.5f), v);
    return two(test::plain_op(nook::OpCode::kDiv), number(1),
               node(test::plain_op(nook::OpCode::kSqrt), {v}, like(v)), v);
  }
  // c / sqrt(v)
  TensorId over_root(TensorId c, TensorId v) {
    if (rng.in(0, 1)) return product(c, inverse(v), c);
    return two(test::plain_op(nook::OpCode::kDiv), c, node(test::plain_op(nook::OpCode::kSqrt), {v}, like(v)),
               c);
  }
  TensorId normalized(TensorId x, bool centred) {
    if (!centred) return over_root(x, with_epsilon(mean(squared(x))));
    const TensorId m = mean(x), c = two(test::plain_op(nook::OpCode::kSub), x, m, x);
    const TensorId squares =
        rng.in(0, 1) ? squared(c) : two(test::plain_op(nook::OpCode::kSquaredDifference), x, m, x);
    return over_root(c, with_epsilon(mean(squares)));
  }
  TensorId factors(TensorId x) {
    Shape shape = shape_of(x);
    shape.erase(shape.begin(), shape.end() - dimensions);
    if (dimensions == 1 && rng.in(0, 3) == 0) shape = {1};
    return numbers(shape, 0.5f, 2);
  }
};

const nookc::Node* the_norm(const nookc::Graph& graph) {
  const nookc::Node* found = nullptr;
  for (const nookc::Node& node : graph.nodes)
    if (nookc::Graph::attrs<nook::LayerNorm>(node)) found = &node;
  return found;
}

}  // namespace

TEST(fuse_norms_makes_one_operator_of_every_spelling) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    Norms f(rng);
    f.dimensions = rng.in(1, 2);
    const bool centred = rng.in(0, 2) > 0, gamma = rng.in(0, 2) > 0, beta = rng.in(0, 2) > 0;
    const TensorId x = f.input({2, rng.in(1, 4), rng.in(2, 9)});
    TensorId y = f.normalized(x, centred);
    if (gamma) y = f.product(y, f.factors(x), x);
    if (beta)
      y = rng.in(0, 1) ? f.sum(y, f.factors(x), x)
                       : f.two(test::plain_op(nook::OpCode::kSub), y, f.factors(x), x);
    f.b.outputs(y);
    const int fused = test::real_changes(f.b.graph, nookc::fuse_norms);
    if (fused != 1 || test::operators(f.b.graph) != 1) printf("seed %u\n", static_cast<unsigned>(seed));
    EXPECT(fused == 1 && test::operators(f.b.graph) == 1);
    const nookc::Node* const norm = the_norm(f.b.graph);
    EXPECT(norm && nookc::Graph::attrs<nook::LayerNorm>(*norm)->centred == centred);
  }
}

TEST(fuse_norms_knows_the_spelling_of_keras) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    test::Rng rng(seed);
    Norms f(rng);
    const TensorId x = f.input({3, 7}), m = f.mean(x);
    const TensorId v =
        f.with_epsilon(f.mean(f.two(test::plain_op(nook::OpCode::kSquaredDifference), x, m, x)));
    TensorId r = f.inverse(v);
    if (rng.in(0, 1)) r = f.product(r, f.numbers({7}, 0.5f, 2), x);
    const TensorId rest =
        f.two(test::plain_op(nook::OpCode::kSub), f.numbers({7}, -1, 1), f.product(m, r, r), x);
    f.b.outputs(f.sum(f.product(x, r, x), rest, x));
    EXPECT(test::real_changes(f.b.graph, nookc::fuse_norms) == 1 && test::operators(f.b.graph) == 1);
  }
}

// A graph may look like a normalization and be none.
TEST(fuse_norms_leaves_other_graphs_alone) {
  test::Rng rng(1);
  for (int kind = 0; kind < 4; ++kind) {
    Norms f(rng);
    const TensorId x = f.input({3, 5, 7}), other = f.input({3, 5, 7});
    const TensorId m = f.mean(kind == 0 ? other : x), c = f.two(test::plain_op(nook::OpCode::kSub), x, m, x);
    if (kind == 1) f.dimensions = 2;  // the mean and the variance over different dimensions
    const TensorId v = f.mean(f.squared(kind == 2 ? other : c));
    TensorId y = f.over_root(kind == 3 ? other : c, v);
    f.b.outputs(y);
    const size_t before = test::operators(f.b.graph);
    EXPECT(test::real_changes(f.b.graph, nookc::fuse_norms) >= 0);
    // RMS of a difference is one too, where the variance belongs to the same difference.
    const nookc::Node* const norm = the_norm(f.b.graph);
    if (kind == 0 || kind == 1) {
      EXPECT(norm && !nookc::Graph::attrs<nook::LayerNorm>(*norm)->centred);
    } else {
      EXPECT(!norm && test::operators(f.b.graph) == before);
    }
  }
}

TEST(fuse_norms_keeps_values_that_others_read) {
  test::Rng rng(2);
  Norms f(rng);
  const TensorId x = f.input({3, 7}), y = f.normalized(x, true);
  f.b.outputs(y);
  f.b.outputs(f.product(y, f.numbers({7}, 0.5f, 2), x));
  EXPECT(test::real_changes(f.b.graph, nookc::fuse_norms) == 1 && test::operators(f.b.graph) == 2);
}
