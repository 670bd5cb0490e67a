// HARD_SWISH and GELU from the operators that spell them.
#include "nookc/middle/passes/floats/fuse_activations.h"

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "tests/nookc/float_graphs.h"
#include "tests/test.h"

namespace {

using nook::OpCode;
using nookc::TensorId;
using test::plain_op;

// Spells a formula in one of the ways that exporters have.
struct Spelling : test::FloatGraph {
  using FloatGraph::FloatGraph;

  bool heads() { return rng.in(0, 1) != 0; }
  TensorId number(double x) {
    const auto value = static_cast<float>(x);
    return heads() ? numbers({1}, value, value) : numbers({1, 1, 3}, value, value);
  }
  TensorId op(OpCode code, std::vector<TensorId> in, TensorId x) { return node(plain_op(code), in, like(x)); }
  TensorId either(OpCode code, TensorId one, TensorId two, TensorId x) {
    return heads() ? op(code, {one, two}, x) : op(code, {two, one}, x);
  }
  TensorId plus(TensorId x, double by) {
    return heads() ? either(OpCode::kAdd, x, number(by), x) : op(OpCode::kSub, {x, number(-by)}, x);
  }
  TensorId times(TensorId x, double by) {
    return heads() ? either(OpCode::kMul, x, number(by), x) : op(OpCode::kDiv, {x, number(1 / by)}, x);
  }
  TensorId clamped(TensorId x, double low, double high) {
    if (low == 0 && high == 6 && heads()) return op(OpCode::kRelu6, {x}, x);
    if (low == 0 && heads()) return either(OpCode::kMinimum, op(OpCode::kRelu, {x}, x), number(high), x);
    const TensorId below = either(OpCode::kMinimum, x, number(high), x);
    return either(OpCode::kMaximum, below, number(low), x);
  }
  // The product of x, the gate and a factor, which is applied at one of four places.
  TensorId product(TensorId x, TensorId gate, double factor) {
    switch (factor == 1 ? 4 : rng.in(0, 3)) {
      case 0:
        return times(either(OpCode::kMul, x, gate, x), factor);
      case 1:
        return either(OpCode::kMul, times(x, factor), gate, x);
      case 2:
        return either(OpCode::kMul, x, times(gate, factor), x);
      case 3:
        return times(either(OpCode::kMul, times(x, 2), gate, x), factor / 2);
      default:
        return either(OpCode::kMul, x, gate, x);
    }
  }
  TensorId hard_swish(TensorId x, double shift = 3, double slope = 1.0 / 6) {
    const double unit = rng.in(0, 2) ? 1 : slope;  // the gate ends at 6 or 1
    const TensorId line = unit == 1 ? plus(x, shift) : plus(times(x, unit), shift * unit);
    return product(x, clamped(line, 0, 6 * unit), slope / unit);
  }
  TensorId cube(TensorId x) {
    const TensorId square = heads() ? op(OpCode::kSquare, {x}, x) : op(OpCode::kMul, {x, x}, x);
    return heads() ? either(OpCode::kMul, square, x, x) : op(OpCode::kPow, {x, number(3)}, x);
  }
  TensorId cubic(TensorId x, double third) {
    if (heads()) return either(OpCode::kAdd, x, times(cube(x), third), x);
    return either(OpCode::kMul, x, plus(times(op(OpCode::kMul, {x, x}, x), third), 1), x);
  }
  TensorId gelu(TensorId x, double third = 0.044715) {
    const double slope = std::sqrt(2 / std::acos(-1.0));
    if (heads()) return product(x, op(OpCode::kLogistic, {times(cubic(x, third), 2 * slope)}, x), 1);
    return product(x, plus(op(OpCode::kTanh, {times(cubic(x, third), slope)}, x), 1), 0.5);
  }
};

int fuse(nookc::Graph& graph) { return nookc::fuse_activations(graph); }

}  // namespace

TEST(fuse_activations_finds_each_spelling) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    test::Rng rng(seed);
    Spelling f(rng);
    const TensorId x = f.input({2, 4, 3});
    f.b.outputs(seed % 2 ? f.hard_swish(x) : f.gelu(x));
    const int changes = test::real_changes(f.b.graph, fuse);
    const bool found = changes == 1 && test::names(f.b.graph) == (seed % 2 ? "HARD_SWISH" : "GELU");
    if (!found) printf("seed %u: %d, %s\n", seed, changes, test::names(f.b.graph).c_str());
    EXPECT(found);
  }
}

TEST(fuse_activations_leaves_other_functions) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    Spelling f(rng);
    const TensorId x = f.input({2, 4, 3}), other = f.input({2, 4, 3});
    switch (seed % 5) {
      case 0:
        f.b.outputs(f.hard_swish(x, 2.99));
        break;
      case 1:
        f.b.outputs(f.hard_swish(x, 3, 0.16667));
        break;
      case 2:
        f.b.outputs(f.gelu(x, 0.0448));
        break;
      case 3:  // a gate of another tensor
        f.b.outputs(f.product(x, f.clamped(f.plus(other, 3), 0, 6), 1.0 / 6));
        break;
      default:  // the square of the gate
        f.b.outputs(f.product(f.clamped(f.plus(x, 3), 0, 6), f.clamped(f.plus(x, 3), 0, 6), 1.0 / 6));
    }
    const std::string before = test::names(f.b.graph);
    EXPECT_EQ(fuse(f.b.graph), 0);
    EXPECT(test::names(f.b.graph) == before);
  }
}

TEST(fuse_activations_leaves_what_others_read) {
  test::Rng rng(1);
  Spelling f(rng);
  const TensorId x = f.input({2, 4, 3}), gate = f.op(OpCode::kRelu6, {f.plus(x, 3)}, x);
  f.b.outputs(gate);
  f.b.outputs(f.op(OpCode::kMul, {f.op(OpCode::kMul, {x, gate}, x), f.number(1.0 / 6)}, x));
  EXPECT_EQ(test::real_changes(f.b.graph, fuse), 1);
  EXPECT(test::names(f.b.graph).ends_with("RELU6 HARD_SWISH"));
}

TEST(fuse_activations_runs_before_the_factor_folds_into_a_layer) {
  test::Rng rng(2);
  Spelling f(rng);
  const TensorId x = f.input({2, 3}), gate = f.op(OpCode::kRelu6, {f.plus(x, 3)}, x);
  const TensorId y =
      f.op(OpCode::kMul, {f.op(OpCode::kMul, {x, gate}, x), f.numbers({1}, 1.0f / 6, 1.0f / 6)}, x);
  f.b.outputs(
      f.node(nookc::fully_connected(), {y, f.numbers({4, 3}, -1, 1)}, f.plain(f.b.tensor("d", {2, 4}))));
  EXPECT(nookc::simplify_floats(f.b.graph, {}) > 0);
  EXPECT(test::names(f.b.graph) == "HARD_SWISH FULLY_CONNECTED");
}
