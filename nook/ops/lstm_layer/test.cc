#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "tests/recurrent_case.h"

using namespace nook;

namespace {

struct LstmCells {
  using Op = LstmLayer;
  static constexpr int kGates = 4;
  static constexpr test::RecurrentPlaces kPlaces = {12, 4, 16, 17, 18};
  static int biases(const LstmLayer::Attrs&) { return 4; }
  static void set_cell(LstmLayer::Attrs& attrs, bool cell) { attrs.cell = cell, attrs.cell_power = -12; }
  static void draw(test::Rng& rng, LstmLayer::Attrs& attrs, bool floats) {
    attrs.coupled = floats && rng.in(0, 3) == 0;
    attrs.clip = floats && rng.in(0, 2) == 0 ? 0.6f : 0;
  }

  template <class Case, class Numbers, class OfHidden>
  static void step(const Case& c, const Numbers&, const double (&of_x)[4][test::kMostCells],
                   const OfHidden& of_hidden, const double* hidden, double* cell, double* next) {
    const double clip = c.attrs.clip > 0 ? static_cast<double>(c.attrs.clip) : 1e9;
    for (int32_t u = 0; u < c.cells; ++u) {
      double sum[4];
      for (int g = 0; g < 4; ++g) sum[g] = fmin(fmax(of_x[g][u] + of_hidden(g, u, hidden), -clip), clip);
      const double input = test::exact_sigmoid(sum[0]);
      const double forget = c.attrs.coupled ? 1 - input : test::exact_sigmoid(sum[1]);
      cell[u] = forget * cell[u] + input * tanh(sum[2]);
      next[u] = test::exact_sigmoid(sum[3]) * tanh(cell[u]);
    }
  }
};

}  // namespace

TEST(lstm_layer_f32_equals_double_precision) {
  test::expect_recurrent<LstmCells, LstmLayerF32>(80, test::kFloatLayer, 1e-5, 1e-5);
}
TEST(lstm_layer_s8_equals_double_precision_within_a_few_steps) {
  test::expect_recurrent<LstmCells, LstmLayerS8>(80, test::kInt8Layer, 0.025, 0.05);
}
TEST(lstm_layer_s16_equals_double_precision_within_the_rounding_of_gates) {
  test::expect_recurrent<LstmCells, LstmLayerS16>(80, test::kInt16Layer, 0.002, 0.003);
}
TEST(lstm_layer_hybrid_equals_double_precision_within_the_rounding_of_bytes) {
  test::expect_recurrent<LstmCells, LstmLayerHybrid>(80, test::kHybridLayer, 0.016, 0.03);
}

// One cell, one step, with everything that ONNX has: functions, peepholes and states.
TEST(lstm_layer_f32_equals_results_computed_by_hand) {
  static test::RecurrentCase<LstmCells> c;
  c.attrs.last = c.attrs.cell = c.cell_result = true;
  c.attrs.gate = kNookRecurrentHardSigmoid, c.attrs.gate_alpha = 0.25f, c.attrs.gate_beta = 0.5f;
  c.attrs.candidate = kNookRecurrentLeakyRelu, c.attrs.candidate_alpha = 0.5f;
  c.attrs.output = kNookRecurrentSoftsign;
  c.set(test::kFloatLayer, true, false);
  for (int i = 9; i < 12; ++i) c.in[i] = test::tensor(DType::kF32, test::shape(1));
  const auto op = c.prepare();
  EXPECT(op);
  if (!op) return;
  const float x[] = {1}, w[4][1] = {{0.5f}, {1}, {-1}, {0}}, r[4][1] = {{1}, {0}, {2}, {1}};
  const float peep[3][1] = {{1}, {2}, {-4}}, bias[4][1] = {{0}, {-0.5f}, {0}, {1}}, hidden[] = {0.25f},
              cell[] = {0.5f};
  const void* in[] = {x,       w[0],    w[1],    w[2],    w[3],    r[0],    r[1],   r[2], r[3],   peep[0],
                      peep[1], peep[2], bias[0], bias[1], bias[2], bias[3], hidden, cell, nullptr};
  float y[1], last[1], last_cell[1];
  void* out[] = {y, last, last_cell};
  op->invoke(op->params, {in, out, test::op_memory.scratch});
  // input 0.25 * (0.5 + 0.25 + 0.5) + 0.5, forget 0.25 * (0.5 + 1) + 0.5, candidate 0.5 * (-1 + 0.5)
  const float want = 0.875f * 0.5f + 0.8125f * -0.25f;
  EXPECT(fabsf(last_cell[0] - want) < 1e-6f);
  const float gate = 0.25f * (1 + 0.25f - 4 * want) + 0.5f;
  EXPECT(fabsf(y[0] - gate * want / (1 + want)) < 1e-6f);
  EXPECT(y[0] == last[0]);
}

TEST(lstm_layer_s16_kernels_equal_the_reference_on_any_layer) {
  test::expect_equal_rows<LstmCells, LstmLayerS16>(test::kInt16Layer);
}

TEST(lstm_layer_refuses_other_layers) {
  test::refuses_other_recurrent_layers<LstmCells>();
  static test::RecurrentCase<LstmCells> c;
  const auto changed = [&]() -> test::RecurrentCase<LstmCells>& {
    c = test::RecurrentCase<LstmCells>();
    c.attrs.cell = c.cell_result = true, c.attrs.cell_power = -12;
    c.set(test::kInt8Layer, true, false);
    return c;
  };
  EXPECT(changed().prepare());
  changed().in[9] = test::kInt8Layer('c', test::shape(1));  // a peephole
  EXPECT(c.refused(Reason::kAttribute, 9));
  changed().attrs.coupled = true;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().attrs.output = kNookRecurrentRelu;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().attrs.cell_power = -11;  // the cells have units of 2^-12
  EXPECT(c.refused(Reason::kScaleValue, 17));
  changed().attrs.cell_power = -31;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().in[17].type = DType::kS8;
  EXPECT(c.no_form());
}

TEST(lstm_layer_s8_kernels_equal_the_reference_on_random_layers) {
  test::expect_equal_packed_rows<LstmCells, LstmLayerS8>(test::kInt8Layer, 0);
}
TEST(lstm_layer_f32_kernels_equal_the_reference_on_random_layers) {
  test::expect_equal_packed_rows<LstmCells, LstmLayerF32>(test::kFloatLayer, test::kMostCells);
}
