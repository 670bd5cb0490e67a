#include "nookc/middle/passes/fold_tables.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "nook/core/quantize.h"
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/elu/elu_op.h"
#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nook/ops/leaky_relu/leaky_relu_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/prelu/prelu_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/squared_difference/squared_difference_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/middle/passes/drop_dead.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

const std::vector<int32_t> kShape = {1, 9, 31};
constexpr float kOf256 = 1.0f / 256;  // the scale of a LOGISTIC

TensorId logistic(GraphBuilder& b, TensorId x) {
  const TensorId y = b.tensor("logistic", kShape, kOf256, -128);
  b.node(nook::Logistic::Attrs{}, {x}, y);
  return y;
}

TensorId quantize(GraphBuilder& b, TensorId x, float scale = 0.01f, int32_t zero = 3) {
  const TensorId y = b.tensor("quantize", kShape, scale, zero);
  b.node(nook::Quantize::Attrs{}, {x}, y);
  return y;
}

TensorId multiply(GraphBuilder& b, TensorId x, TensorId z) {
  const TensorId y = b.tensor("product", kShape, 0.05f, -7);
  b.node(nook::Mul::Attrs{}, {x, z}, y);
  return y;
}

int fold(GraphBuilder& b) { return test::changes(b.graph, nookc::fold_tables); }
int fold_fast(Graph& graph) { return nookc::fold_tables_for(graph, {}); }
int fold_compactly(Graph& graph) {
  nookc::KernelChoice choice;
  choice.compact = true;
  return nookc::fold_tables_for(graph, choice);
}

}  // namespace

TEST(fold_tables_turns_a_chain_into_one_table) {
  GraphBuilder b;
  const TensorId x = b.input("x", kShape, 0.1f, 5);
  const TensorId t = quantize(b, logistic(b, quantize(b, x, 0.07f, -3)));
  const TensorId y = b.output("y", kShape, 0.02f, -9);
  b.node(nook::Relu::Attrs{}, {t}, y);
  EXPECT_EQ(fold(b), 1);
  EXPECT(test::names(b.graph) == "NOOK_LOOKUP");
  const nookc::Node& last = b.graph.nodes.back();
  EXPECT(last.in[0] == x && last.out[0] == y && last.source == 3);
  std::vector<int32_t> folded = last.folded;
  std::ranges::sort(folded);
  EXPECT((folded == std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(fold(b), 0);
}

TEST(fold_tables_turns_a_tensor_times_a_function_of_it_into_one_table) {
  for (const bool swapped : {false, true}) {
    GraphBuilder b;
    const TensorId x = b.input("x", kShape, 0.1f, 5), t = logistic(b, x);
    b.outputs(swapped ? multiply(b, t, x) : multiply(b, x, t));
    EXPECT_EQ(fold(b), 1);
    EXPECT(test::names(b.graph) == "NOOK_LOOKUP");
  }
}

TEST(fold_tables_turns_four_operators_with_numbers_into_one_table) {
  // x * relu6(x + 3) / 6
  GraphBuilder b;
  const TensorId x = b.input("x", kShape, 0.05f, -4), sum = b.tensor("sum", kShape, 0.0235f, -128);
  const TensorId six = b.tensor("six", kShape, 0.0235f, -128), part = b.tensor("part", kShape, kOf256, -128);
  b.node(nook::Add::Attrs{}, {x, b.values("three", {1}, {100}, {0.03f})}, sum);
  b.node(nook::Relu6::Attrs{}, {sum}, six);
  b.node(nook::Mul::Attrs{}, {b.values("sixth", {}, {127}, {1.0f / 762}), six}, part);
  b.outputs(multiply(b, x, part));
  EXPECT_EQ(fold(b), 1);
  EXPECT(test::names(b.graph) == "NOOK_LOOKUP");
}

TEST(fold_tables_keeps_operators_that_need_less_flash_than_a_table) {
  GraphBuilder b;
  const TensorId x = b.input("x", kShape, 0.1f);
  b.outputs(quantize(b, quantize(b, quantize(b, x, 0.2f), 0.3f), 0.1f));
  EXPECT_EQ(fold(b), 0);
  b = GraphBuilder();
  b.outputs(logistic(b, b.input("x", kShape)));
  EXPECT_EQ(fold(b), 0);
}

TEST(two_operators_of_many_elements_become_a_table_unless_weights_stay_small) {
  const auto folded = [](const std::vector<int32_t>& shape, bool compact) {
    GraphBuilder b;
    const TensorId six = b.tensor("six", shape, 0.0235f, -128), y = b.output("y", shape, kOf256, -128);
    b.node(nook::Add::Attrs{nook::Activation::kRelu6},
           {b.input("x", shape, 0.05f, -4), b.values("three", {1, 1, 2}, {100, 100}, {0.03f})}, six);
    b.node(nook::Mul::Attrs{}, {b.values("sixth", {}, {127}, {1.0f / 762}), six}, y);
    return test::changes(b.graph, compact ? fold_compactly : fold_fast);
  };
  EXPECT_EQ(folded({1, 128, 2}, false), 1);
  EXPECT_EQ(folded({1, 127, 2}, false), 0);
  EXPECT_EQ(folded({1, 128, 2}, true), 0);
}

TEST(fold_tables_keeps_a_tensor_that_is_read_elsewhere) {
  GraphBuilder b;
  const TensorId t = logistic(b, b.input("x", kShape, 0.1f));
  b.outputs(quantize(b, t)), b.outputs(t);
  EXPECT_EQ(fold(b), 0);
  b = GraphBuilder();
  const TensorId s = logistic(b, b.input("x", kShape, 0.1f)), flat = b.output("flat", {9 * 31}, kOf256, -128);
  b.node(nook::Reshape::Attrs{}, {s, b.integers("shape", {1}, {9 * 31})}, flat);
  b.outputs(quantize(b, s));
  EXPECT_EQ(fold(b), 0);
}

TEST(fold_tables_folds_after_a_tensor_that_is_read_elsewhere) {
  GraphBuilder b;
  const TensorId t = logistic(b, b.input("x", kShape, 0.1f)), s = multiply(b, t, logistic(b, t));
  b.outputs(t), b.outputs(s);
  EXPECT_EQ(fold(b), 1);
  EXPECT(test::names(b.graph) == "LOGISTIC NOOK_LOOKUP");
}

TEST(fold_tables_keeps_functions_of_two_tensors_and_folds_each_of_their_sides) {
  GraphBuilder b;
  const TensorId x = b.input("x", kShape, 0.1f), z = b.input("z", kShape, 0.2f);
  b.outputs(multiply(b, quantize(b, logistic(b, x)), quantize(b, logistic(b, z))));
  EXPECT_EQ(fold(b), 2);
  EXPECT(test::names(b.graph) == "NOOK_LOOKUP NOOK_LOOKUP MUL");
}

TEST(fold_tables_keeps_operands_of_several_numbers_and_of_other_shapes) {
  GraphBuilder b;
  std::vector<int> many(31, 3);
  many[4] = 9;
  b.outputs(multiply(b, logistic(b, b.input("x", kShape, 0.1f)), b.values("many", {31}, many)));
  EXPECT_EQ(fold(b), 0);
  b = GraphBuilder();
  const TensorId row = b.input("x", {1, 1, 31}, 0.1f), t = b.tensor("t", {1, 1, 31}, kOf256, -128);
  b.node(nook::Logistic::Attrs{}, {row}, t);
  b.outputs(multiply(b, t, b.input("z", kShape, 0.1f)));
  EXPECT_EQ(fold(b), 0);
}

TEST(fold_tables_keeps_variables_and_results_of_devices) {
  GraphBuilder b;
  const TensorId t = logistic(b, b.input("x", kShape, 0.1f));
  b.outputs(quantize(b, t));
  b.graph.nodes[0].unit = "npu";
  EXPECT_EQ(nookc::fold_tables(b.graph), 0);
  b.graph.nodes[0].unit.clear(), b.graph[t].variable = true;
  EXPECT_EQ(nookc::fold_tables(b.graph), 0);
}

TEST(fold_tables_keeps_operators_that_the_lowering_refuses) {
  GraphBuilder b;
  const TensorId x = b.input("x", kShape, 0.1f), t = b.tensor("t", kShape, 0.3f);  // not a scale of LOGISTIC
  b.node(nook::Logistic::Attrs{}, {x}, t);
  b.outputs(quantize(b, t));
  EXPECT_EQ(nookc::fold_tables(b.graph), 0);
}

namespace {

// An elementwise operator on existing tensors.
TensorId random_step(test::Rng& rng, GraphBuilder& b, const std::vector<TensorId>& live) {
  const auto any = [&] {
    return live[static_cast<size_t>(rng.in(0, static_cast<int32_t>(live.size()) - 1))];
  };
  const TensorId x = rng.in(0, 2) ? live.back() : any();
  const auto number = [&] {
    const std::vector<int32_t> shapes[] = {{}, {1}, {31}, {1, 9, 1}, kShape};
    const std::vector<int32_t>& shape = shapes[rng.in(0, 4)];
    const int32_t elements = std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>());
    const std::vector<int> values(static_cast<size_t>(elements), rng.in(1, 127));
    return b.values("number", shape, values, {rng.real(0.002f, 0.05f)});
  };
  const TensorId z = rng.in(0, 1) ? any() : number();
  const TensorId y =
      b.tensor("t" + std::to_string(live.size()), kShape, rng.real(0.01f, 0.1f), rng.in(-128, 127));
  const auto fixed = [&](float scale, int32_t zero) {
    b.graph[y].scales = {scale}, b.graph[y].zero_point = zero;
  };
  const auto node = [&](nookc::Attrs attrs, std::vector<TensorId> in) {
    b.node(std::move(attrs), std::move(in), y);
  };
  const nookc::Attrs of_one[] = {nook::Relu::Attrs{},          nook::Quantize::Attrs{},
                                 nook::LeakyRelu::Attrs{0.3f}, nook::HardSwish::Attrs{},
                                 nook::Elu::Attrs{},           nook::Abs::Attrs{}};
  const nookc::Attrs of_two[] = {nook::Sub::Attrs{}, nook::Maximum::Attrs{}, nook::SquaredDifference::Attrs{},
                                 nook::Add::Attrs{nook::Activation::kRelu}, nook::Mul::Attrs{}};
  const int step = rng.in(0, 15);
  if (step < 6) {
    node(of_one[step], {x});
  } else if (step < 11) {
    node(of_two[step - 6], {x, z});
  } else if (step == 11) {
    node(nook::Prelu::Attrs{}, {x, number()});
  } else if (step == 12) {
    node(nook::Minimum::Attrs{}, {number(), x});
  } else if (step == 13) {
    fixed(kOf256, -128), node(nook::Logistic::Attrs{}, {x});
  } else if (step == 14) {
    fixed(2 * kOf256, 0), node(nook::Tanh::Attrs{}, {x});
  } else {
    fixed(b.graph[x].scales[0], b.graph[x].zero_point), node(nook::Relu6::Attrs{}, {x});
  }
  return y;
}

}  // namespace

TEST(fold_tables_changes_no_byte_of_random_networks) {
  const auto network = [](test::Rng& rng) {
    GraphBuilder b;
    std::vector<TensorId> live;
    for (int i = rng.in(0, 3) ? 1 : 2; i > 0; --i)
      live.push_back(b.input("x" + std::to_string(i), kShape, rng.real(0.01f, 0.1f), rng.in(-128, 127)));
    for (int i = rng.in(2, 7); i > 0; --i) live.push_back(random_step(rng, b, live));
    b.outputs(live.back());
    if (!rng.in(0, 3)) b.outputs(live[live.size() / 2]);
    nookc::drop_dead(b.graph);
    return b;
  };
  // Some do not compile: one of the operators refuses a scale.
  test::keeps_every_byte(400, network, nookc::fold_tables);
  test::keeps_every_byte(400, network, fold_fast);
}
