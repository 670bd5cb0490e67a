#include "nook/ops/gru_layer/gru_layer_op.h"
#include "tests/recurrent_case.h"

using namespace nook;

namespace {

struct GruCells {
  using Op = GruLayer;
  static constexpr int kGates = 3;
  static constexpr test::RecurrentPlaces kPlaces = {7, 4, 11, 0, 12};
  static int biases(const GruLayer::Attrs& attrs) { return attrs.reset_after ? 4 : 3; }
  static void set_cell(GruLayer::Attrs&, bool) {}
  static void draw(test::Rng& rng, GruLayer::Attrs& attrs, bool floats) {
    attrs.reset_after = rng.in(0, 1) == 1;
    attrs.clip = floats && rng.in(0, 2) == 0 ? 0.6f : 0;
  }

  template <class Case, class Numbers, class OfHidden>
  static void step(const Case& c, const Numbers& n, const double (&of_x)[3][test::kMostCells],
                   const OfHidden& of_hidden, const double* hidden, double*, double* next) {
    const double clip = c.attrs.clip > 0 ? static_cast<double>(c.attrs.clip) : 1e9;
    const auto clipped = [&](double sum) { return fmin(fmax(sum, -clip), clip); };
    double reset[test::kMostCells], kept[test::kMostCells];
    for (int32_t u = 0; u < c.cells; ++u) {
      reset[u] = test::exact_sigmoid(clipped(of_x[1][u] + of_hidden(1, u, hidden)));
      kept[u] = reset[u] * hidden[u];
    }
    for (int32_t u = 0; u < c.cells; ++u) {
      const double update = test::exact_sigmoid(clipped(of_x[0][u] + of_hidden(0, u, hidden)));
      const double inner =
          c.attrs.reset_after ? reset[u] * (of_hidden(2, u, hidden) + n.bias[3][u]) : of_hidden(2, u, kept);
      next[u] = (1 - update) * tanh(clipped(of_x[2][u] + inner)) + update * hidden[u];
    }
  }
};

}  // namespace

TEST(gru_layer_f32_equals_double_precision) {
  test::expect_recurrent<GruCells, GruLayerF32>(80, test::kFloatLayer, 1e-5, 0);
}
TEST(gru_layer_s8_equals_double_precision_within_a_few_steps) {
  test::expect_recurrent<GruCells, GruLayerS8>(80, test::kInt8Layer, 0.025, 0);
}
TEST(gru_layer_s16_equals_double_precision_within_the_rounding_of_gates) {
  test::expect_recurrent<GruCells, GruLayerS16>(80, test::kInt16Layer, 0.002, 0);
}
TEST(gru_layer_hybrid_equals_double_precision_within_the_rounding_of_bytes) {
  test::expect_recurrent<GruCells, GruLayerHybrid>(80, test::kHybridLayer, 0.03, 0);
}

// A state that its update gate keeps almost whole moves by less than a step of int8 at a time. Its int16
// units do not lose this: without them, the hidden state would stay where it is.
TEST(gru_layer_s8_does_not_lose_small_changes_of_its_state) {
  static test::RecurrentCase<GruCells> c;
  c.steps = 400;
  c.set(test::kInt8Layer, false, false);
  const auto* const p = c.params<GruLayerS8>();
  if (!p) return;
  static int8_t x[400], y[400];
  memset(x, 9, sizeof x);  // 0
  // In units of 1 / 12800: the update gate's sum is 5, the candidate's 0.5.
  const int32_t update[] = {64000}, none[] = {0}, candidate[] = {6400};
  const int8_t zero[] = {0};
  const void* in[] = {x, zero, zero, zero, zero, zero, zero, update, none, candidate, none, nullptr, nullptr};
  void* out[] = {y};
  const auto rows = GruLayerS8::kernels();
  rows[rows.size() - 1].invoke(p, {in, out, test::op_memory.scratch});
  const double keep = test::exact_sigmoid(5), want = tanh(0.5) * (1 - pow(keep, 400));
  EXPECT(fabs((y[399] + 5) / 120.0 - want) < 0.01);
}

TEST(gru_layer_s8_kernels_equal_the_reference_on_any_layer) {
  test::expect_equal_rows<GruCells, GruLayerS8>(test::kInt8Layer);
}
TEST(gru_layer_f32_kernels_equal_the_reference_on_random_layers) {
  test::expect_equal_packed_rows<GruCells, GruLayerF32>(test::kFloatLayer, test::kMostCells);
}
TEST(gru_layer_s16_kernels_equal_the_reference_on_any_layer) {
  test::expect_equal_rows<GruCells, GruLayerS16>(test::kInt16Layer);
}

TEST(gru_layer_refuses_other_layers) {
  test::refuses_other_recurrent_layers<GruCells>();
  static test::RecurrentCase<GruCells> c;
  const auto changed = [&]() -> test::RecurrentCase<GruCells>& {
    c = test::RecurrentCase<GruCells>();
    c.set(test::kInt8Layer, true, false);
    return c;
  };
  EXPECT(changed().prepare());
  changed().attrs.reset_after = false;  // the bias of the sum over the hidden state stays
  EXPECT(c.refused(Reason::kAttribute, 10));
  changed().attrs.gate = kNookRecurrentHardSigmoid;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().attrs.candidate = kNookRecurrentRelu;
  EXPECT(c.refused(Reason::kAttribute, 0));
  changed().attrs.state_power = 1;
  EXPECT(c.refused(Reason::kAttribute, 0));
}
