// Tables of operators that compute in floating point between DEQUANTIZE and QUANTIZE.
#include <cstring>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/floor/floor_op.h"
#include "nook/ops/log/log_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/round/round_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/fold_tables.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"

namespace {

using nookc::TensorId;
using test::GraphBuilder;

const std::vector<int32_t> kShape = {1, 9, 31};

// A network of elementwise operators, in int8 and in floating point.
struct Islands {
  GraphBuilder b;

  TensorId floats(const char* name, std::vector<int32_t> shape = kShape) {
    const TensorId t = b.tensor(name, std::move(shape));
    b.graph[t].type = nook::DType::kF32, b.graph[t].scales.clear();
    return t;
  }
  TensorId number(float value) {
    const TensorId t = floats("number", {1});
    auto bytes = std::make_shared<nookc::Bytes>(sizeof value);
    std::memcpy(bytes->data(), &value, sizeof value);
    b.graph[t].data = bytes;
    return t;
  }
  TensorId bytes(const char* name, float scale, int32_t zero) { return b.tensor(name, kShape, scale, zero); }
  TensorId node(nookc::Attrs attrs, std::vector<TensorId> in, TensorId y) {
    b.node(std::move(attrs), std::move(in), y);
    return y;
  }
  TensorId dequantize(TensorId x) { return node(nook::Dequantize::Attrs{}, {x}, floats("f")); }
  TensorId quantize(TensorId x, float scale, int32_t zero) {
    return node(nook::Quantize::Attrs{}, {x}, bytes("q", scale, zero));
  }
  template <class Op>
  TensorId of(std::vector<TensorId> in) {
    return node(typename Op::Attrs{}, std::move(in), floats("f"));
  }
};

int fold(Islands& i) {
  const int changed = test::changes(i.b.graph, nookc::fold_tables);
  nookc::drop_dead(i.b.graph);
  return changed;
}

}  // namespace

TEST(fold_tables_makes_one_table_of_mish_in_floating_point) {
  Islands i;
  const TensorId x = i.dequantize(i.b.input("x", kShape, 0.05f, 7));
  const TensorId softplus = i.of<nook::Log>({i.of<nook::Sub>({i.of<nook::Exp>({x}), i.number(-1)})});
  i.b.outputs(i.quantize(i.of<nook::Mul>({x, i.of<nook::Tanh>({softplus})}), 0.04f, -3));
  EXPECT_EQ(fold(i), 1);
  EXPECT(test::names(i.b.graph) == "NOOK_LOOKUP");
}

TEST(fold_tables_makes_a_table_for_each_result_of_one_float_tensor) {
  Islands i;
  const TensorId x = i.of<nook::Exp>({i.dequantize(i.b.input("x", kShape, 0.02f, 1))});
  i.b.outputs(i.quantize(i.of<nook::Neg>({x}), 0.1f, 5));
  i.b.outputs(i.quantize(i.of<nook::Sqrt>({x}), 0.03f, -5));
  EXPECT_EQ(fold(i), 2);
  EXPECT(test::names(i.b.graph) == "NOOK_LOOKUP NOOK_LOOKUP");
}

TEST(fold_tables_leaves_float_tensors_that_something_else_reads) {
  Islands i;
  const TensorId x = i.of<nook::Exp>({i.dequantize(i.b.input("x", kShape, 0.02f, 1))});
  i.b.outputs(x);
  i.b.outputs(i.quantize(i.of<nook::Neg>({x}), 0.1f, 5));
  EXPECT_EQ(fold(i), 1);
  EXPECT(test::names(i.b.graph) == "DEQUANTIZE EXP NOOK_LOOKUP");
}

TEST(fold_tables_leaves_functions_of_two_tensors_and_of_int16) {
  Islands i;
  const TensorId x = i.dequantize(i.b.input("x", kShape)), z = i.dequantize(i.b.input("z", kShape));
  i.b.outputs(i.quantize(i.of<nook::Mul>({x, z}), 1.0f, 0));
  EXPECT_EQ(fold(i), 0);
  Islands wide;
  const TensorId w = wide.b.input("x", kShape);
  wide.b.graph[w].type = nook::DType::kS16;
  wide.b.outputs(wide.quantize(wide.of<nook::Exp>({wide.dequantize(w)}), 1.0f, 0));
  EXPECT_EQ(nookc::fold_tables(wide.b.graph), 0);
}

TEST(fold_tables_makes_no_table_of_a_float_tensor_that_is_not_int8) {
  Islands i;
  const TensorId x = i.b.input("x", kShape);
  i.b.graph[x].type = nook::DType::kF32, i.b.graph[x].scales.clear();
  i.b.outputs(i.quantize(i.of<nook::Exp>({x}), 1.0f, 0));
  EXPECT_EQ(nookc::fold_tables(i.b.graph), 0);
}

namespace {

TensorId float_step(test::Rng& rng, Islands& i, TensorId x, TensorId z) {
  const TensorId other = rng.in(0, 1) ? z : i.number(rng.real(-2.0f, 2.0f));
  switch (rng.in(0, 15)) {
    case 0:
      return i.of<nook::Neg>({x});
    case 1:
      return i.of<nook::Exp>({x});
    case 2:
      return i.of<nook::Log>({i.of<nook::Maximum>({x, i.number(0.01f)})});
    case 3:
      return i.of<nook::Sqrt>({i.of<nook::Square>({x})});
    case 4:
      return i.of<nook::Square>({x});
    case 5:
      return i.of<nook::Tanh>({x});
    case 6:
      return i.of<nook::Logistic>({x});
    case 7:
      return i.of<nook::Round>({x});
    case 8:
      return i.of<nook::Floor>({x});
    case 9:
      return i.of<nook::Relu>({x});
    case 10:
      return i.of<nook::Sub>({x, other});
    case 11:
      return i.of<nook::Sub>({other, x});
    case 12:
      return i.of<nook::Mul>({x, other});
    case 13:
      return i.of<nook::Div>({x, i.number(rng.real(0.5f, 3.0f))});
    case 14:
      return i.of<nook::Maximum>({other, x});
    default:
      return i.dequantize(i.quantize(x, rng.real(0.01f, 0.2f), rng.in(-20, 20)));
  }
}

// One or two inputs; floating point steps on any of the tensors so far; one or two results, some of them
// floats.
GraphBuilder islands(test::Rng& rng) {
  Islands i;
  std::vector<TensorId> live;
  for (int n = rng.in(0, 3) ? 1 : 2; n > 0; --n)
    live.push_back(i.dequantize(i.b.input("x", kShape, rng.real(0.005f, 0.03f), rng.in(-30, 30))));
  const auto any = [&] {
    return live[static_cast<size_t>(rng.in(0, static_cast<int32_t>(live.size()) - 1))];
  };
  for (int n = rng.in(1, 8); n > 0; --n)
    live.push_back(float_step(rng, i, rng.in(0, 2) ? live.back() : any(), any()));
  i.b.outputs(i.quantize(live.back(), rng.real(0.01f, 0.1f), rng.in(-100, 100)));
  const TensorId again = any();
  if (!rng.in(0, 2)) i.b.outputs(rng.in(0, 1) ? again : i.quantize(again, 0.05f, 0));
  nookc::drop_dead(i.b.graph);
  return i.b;
}

}  // namespace

TEST(fold_tables_changes_no_byte_of_random_islands_in_floating_point) {
  test::keeps_every_byte(400, islands, nookc::fold_tables);
}
