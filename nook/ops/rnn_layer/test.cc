#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "tests/recurrent_case.h"

using namespace nook;

namespace {

struct RnnCells {
  using Op = RnnLayer;
  static constexpr int kGates = 1;
  static constexpr test::RecurrentPlaces kPlaces = {3, 1, 4, 0, 5};
  static int biases(const RnnLayer::Attrs&) { return 1; }
  static void set_cell(RnnLayer::Attrs&, bool) {}
  static void draw(test::Rng& rng, RnnLayer::Attrs& attrs, bool floats) {
    attrs.clip = floats && rng.in(0, 2) == 0 ? 0.6f : 0;
  }

  template <class Case, class Numbers, class OfHidden>
  static void step(const Case& c, const Numbers&, const double (&of_x)[1][test::kMostCells],
                   const OfHidden& of_hidden, const double* hidden, double*, double* next) {
    const double clip = c.attrs.clip > 0 ? static_cast<double>(c.attrs.clip) : 1e9;
    for (int32_t u = 0; u < c.cells; ++u)
      next[u] = tanh(fmin(fmax(of_x[0][u] + of_hidden(0, u, hidden), -clip), clip));
  }
};

}  // namespace

TEST(rnn_layer_f32_equals_double_precision) {
  test::expect_recurrent<RnnCells, RnnLayerF32>(80, test::kFloatLayer, 1e-5, 0);
}
TEST(rnn_layer_s8_equals_double_precision_within_a_few_steps) {
  test::expect_recurrent<RnnCells, RnnLayerS8>(80, test::kInt8Layer, 0.05, 0);
}
TEST(rnn_layer_s16_equals_double_precision_within_the_rounding_of_sums) {
  test::expect_recurrent<RnnCells, RnnLayerS16>(80, test::kInt16Layer, 0.004, 0);
}
TEST(rnn_layer_hybrid_equals_double_precision_within_the_rounding_of_bytes) {
  test::expect_recurrent<RnnCells, RnnLayerHybrid>(80, test::kHybridLayer, 0.05, 0);
}

// x of 0.5 and -1 with a weight of 0.5, and half of the hidden state, in units of 1 / 4.
TEST(rnn_layer_s8_has_relu) {
  static const float quarter = 0.25f, half = 0.5f;
  static test::RecurrentCase<RnnCells> c;
  c.attrs.function = kNookRecurrentRelu;
  c.steps = 4;
  c.set(test::kInt8Layer, false, false);
  c.in[0].scales = c.out[0].scales = {&quarter, 1}, c.in[0].zero_point = c.out[0].zero_point = 0;
  c.in[1].scales = c.in[2].scales = {&half, 1};
  c.in[3] = TensorInfo();
  const auto* const p = c.params<RnnLayerS8>();
  if (!p) return;
  const int8_t x[] = {8, 0, -16, 8}, w[] = {1}, r[] = {1};
  int8_t y[4];
  const void* in[] = {x, w, r, nullptr, nullptr, nullptr};
  void* out[] = {y};
  const auto rows = RnnLayerS8::kernels();
  rows[rows.size() - 1].invoke(p, {in, out, test::op_memory.scratch});
  const int8_t want[] = {4, 2, 0, 4};
  EXPECT(memcmp(y, want, sizeof y) == 0);
}

TEST(rnn_layer_s8_kernels_equal_the_reference_on_any_layer) {
  test::expect_equal_rows<RnnCells, RnnLayerS8>(test::kInt8Layer);
}
TEST(rnn_layer_f32_kernels_equal_the_reference_on_random_layers) {
  test::expect_equal_packed_rows<RnnCells, RnnLayerF32>(test::kFloatLayer, test::kMostCells);
}
TEST(rnn_layer_s16_kernels_equal_the_reference_on_any_layer) {
  test::expect_equal_rows<RnnCells, RnnLayerS16>(test::kInt16Layer);
}

TEST(rnn_layer_refuses_other_layers) {
  test::refuses_other_recurrent_layers<RnnCells>();
  static test::RecurrentCase<RnnCells> c;
  c.attrs.function = kNookRecurrentSoftsign;
  c.set(test::kInt8Layer, true, false);
  EXPECT(c.refused(Reason::kAttribute, 0));
}
