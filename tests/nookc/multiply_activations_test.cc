#include "nookc/middle/passes/multiply_activations.h"

#include "nookc/graph/any_attrs.h"
#include "nookc/target/target.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nook::Activation;
using nookc::Graph;
using nookc::KernelRows;
using nookc::TensorId;
using test::GraphBuilder;

using Ints = std::vector<int32_t>;

// x times the transposed activations w [columns][depth].
struct Layer {
  Ints x = {4, 8}, w = {6, 8}, y = {4, 6};
  Activation activation = Activation::kNone;
  float x_scale = 0.02f, w_scale = 0.03f, y_scale = 0.3f;
  int32_t x_zero = -5, w_zero = 3, y_zero = 7;
  std::vector<int32_t> bias = {};  // empty: none
  bool constant = false;           // whether w is

  GraphBuilder graph() const {
    GraphBuilder b;
    const TensorId a = b.input("x", x, x_scale, x_zero);
    const TensorId weights = constant ? b.weights("w", w) : b.input("w", w, w_scale, w_zero);
    const TensorId result = b.output("y", y, y_scale, y_zero);
    nookc::Attrs attrs = nookc::fully_connected();
    *nookc::activation_of(attrs) = activation;
    std::vector<TensorId> in = {a, weights};
    if (!bias.empty()) in.push_back(b.integers("bias", {static_cast<int32_t>(bias.size())}, bias));
    b.node(std::move(attrs), in, result);
    return b;
  }
};

int multiply(Graph& graph, const char* target, KernelRows rows = KernelRows::kWorthTheirCode) {
  return nookc::multiply_activations(graph, {nookc::find_target(target), true, rows, false, {}});
}

// The operators that a layer becomes, if they give the same bytes.
std::string operators(const Layer& layer, const char* target, KernelRows rows = KernelRows::kWorthTheirCode) {
  const Graph before = layer.graph().graph;
  Graph after = before;
  const int products = multiply(after, target, rows);
  EXPECT(nookc::verify(after).empty());
  for (uint32_t seed = 0; seed < 4; ++seed) EXPECT(test::results(before, seed) == test::results(after, seed));
  const std::string names = test::names(after);
  EXPECT_EQ(products == 1, names != "FULLY_CONNECTED");
  return names;
}

}  // namespace

TEST(multiply_activations_makes_products_where_a_kernel_packs_them) {
  for (const char* target : {"cortex-m0", "cortex-m4", "cortex-m55", "rv32"})
    EXPECT(operators({}, target) == "BATCH_MATMUL");
  EXPECT(operators({}, "generic") == "FULLY_CONNECTED");
  EXPECT(operators({}, "cortex-m4", KernelRows::kReference) == "FULLY_CONNECTED");
  const Layer three_rows = {.x = {3, 8}, .y = {3, 6}}, three_columns = {.w = {3, 8}, .y = {4, 3}};
  EXPECT(operators(three_rows, "cortex-m4") == "FULLY_CONNECTED");
  EXPECT(operators(three_columns, "cortex-m4") == "FULLY_CONNECTED");
}

TEST(multiply_activations_uses_scratch_only_where_memory_does_not_count) {
  const Layer deep = {.x = {4, 200}, .w = {6, 200}};
  for (const char* target : {"cortex-m0", "cortex-m4", "cortex-m55", "rv32"}) {
    EXPECT(operators(deep, target) == "FULLY_CONNECTED");
    EXPECT(operators(deep, target, KernelRows::kAll) == "BATCH_MATMUL");
  }
}

TEST(multiply_activations_keeps_constants_biases_and_scales_per_channel) {
  EXPECT(operators({.constant = true}, "cortex-m4") == "FULLY_CONNECTED");
  EXPECT(operators({.bias = {0, 0, 0, 0, 0, 1}}, "cortex-m4") == "FULLY_CONNECTED");
  EXPECT(operators({.bias = {0, 0, 0, 0, 0, 0}}, "cortex-m4") == "BATCH_MATMUL");
  EXPECT(operators({.activation = Activation::kReluN1To1}, "cortex-m4") == "FULLY_CONNECTED");
  Graph channels = Layer{}.graph().graph;
  channels[channels.inputs[1]].scales.assign(6, 0.03f);
  EXPECT_EQ(multiply(channels, "cortex-m4"), 0);
}

TEST(multiply_activations_reshapes_operands_and_acts_afterwards) {
  const Layer whole = {.x = {2, 2, 8}}, kept = {.x = {2, 2, 8}, .y = {2, 2, 6}};
  EXPECT(operators(whole, "cortex-m4") == "RESHAPE BATCH_MATMUL");
  EXPECT(operators(kept, "cortex-m4") == "RESHAPE BATCH_MATMUL RESHAPE");
  Layer acts = kept;
  acts.activation = Activation::kRelu;
  EXPECT(operators(acts, "cortex-m4") == "RESHAPE BATCH_MATMUL RELU RESHAPE");
  EXPECT(operators({.activation = Activation::kRelu6}, "cortex-m4") == "BATCH_MATMUL RELU6");
}

TEST(multiply_activations_keeps_every_byte_of_random_layers) {
  test::keeps_every_byte(
      1000,
      [](test::Rng& rng) {
        const int32_t depth = rng.in(1, 40), columns = rng.in(3, 12), rows = rng.in(2, 5),
                      groups = rng.in(1, 3);
        Layer l;
        l.x = {groups, rows, depth}, l.w = {columns, depth}, l.y = {groups * rows, columns};
        if (rng.in(0, 1)) l.y = {groups, rows, columns};
        if (rng.in(0, 3) == 0) l.x = {rows, groups * depth}, l.y = {groups * rows, columns};
        l.x_scale = rng.real(0.001f, 0.1f), l.w_scale = rng.real(0.001f, 0.1f);
        l.y_scale = l.x_scale * l.w_scale * static_cast<float>(depth) * rng.real(2, 80);
        l.x_zero = rng.in(-128, 127), l.w_zero = rng.in(-128, 127), l.y_zero = rng.in(-128, 127);
        const Activation all[] = {Activation::kNone, Activation::kRelu, Activation::kRelu6};
        l.activation = all[rng.in(0, 2)];
        if (rng.in(0, 3) == 0) l.bias.assign(static_cast<size_t>(columns), 0);
        return l.graph();
      },
      [](Graph& graph) { return multiply(graph, "cortex-m4", KernelRows::kAll); });
}
