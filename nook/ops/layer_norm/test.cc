#include <math.h>

#include "nook/ops/layer_norm/layer_norm_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr int32_t kMostElements = 512;

// A case with drawn numbers: `depth` elements a row.
template <class Element>
struct Drawn {
  float x_scale, y_scale, gamma_scale, beta_scale;
  int32_t rows, depth;
  Element x[kMostElements];
  int16_t gamma[kMostElements];
  int32_t beta[kMostElements];
  test::OpCase<LayerNorm> c;

  Drawn(test::Rng& rng, DType type, int32_t rows_, int32_t depth_) : rows(rows_), depth(depth_) {
    constexpr bool kBytes = sizeof(Element) == 1;
    x_scale = rng.real(0.001f, 0.1f), y_scale = rng.real(3.0f, 6.0f) / (kBytes ? 127 : 32767);
    gamma_scale = rng.real(0.5f, 2.0f) / 32767, beta_scale = gamma_scale / 256;
    for (int32_t i = 0; i < rows * depth; ++i)
      x[i] = static_cast<Element>(kBytes ? rng.in(-128, 127) : rng.in(-32768, 32767));
    for (int32_t i = 0; i < depth; ++i) {
      gamma[i] = static_cast<int16_t>(rng.in(-32767, 32767));
      beta[i] = rng.in(-(1 << 23), 1 << 23);
    }
    const int32_t zero = kBytes ? rng.in(-100, 100) : 0;
    c.inputs = 3;
    c.in[0] = test::quantized(test::shape(rows, depth), x_scale, zero), c.in[0].type = type;
    c.in[1] = test::quantized_s16(test::shape(depth), gamma_scale), c.in[1].data = gamma;
    c.in[2] = test::quantized(test::shape(depth), beta_scale, 0), c.in[2].type = DType::kS32;
    c.in[2].data = beta;
    c.out = test::quantized(test::shape(rows, depth), y_scale, kBytes ? rng.in(-20, 20) : 0),
    c.out.type = type;
    c.attrs = {true, 1, rng.real(1e-6f, 1e-2f)};
  }

  // y as a real number of steps, by definition.
  double want(int32_t r, int32_t i) const {
    double mean = 0, squares = 0;
    const auto real = [&](int32_t k) { return double{x_scale} * (x[r * depth + k] - c.in[0].zero_point); };
    for (int32_t k = 0; c.attrs.centred && k < depth; ++k) mean += real(k) / depth;
    for (int32_t k = 0; k < depth; ++k) squares += (real(k) - mean) * (real(k) - mean) / depth;
    const double z = (real(i) - mean) / sqrt(squares + double{c.attrs.epsilon});
    const double g = c.inputs > 1 ? double{gamma_scale} * gamma[i] : 1;
    const double b = c.inputs > 2 ? double{beta_scale} * beta[i] : 0;
    return (z * g + b) / double{y_scale} + c.out.zero_point;
  }
};

template <class Form, class Element>
void is_the_definition(DType type, double steps) {
  static Element y[kMostElements];
  const double least = sizeof(Element) == 1 ? -128 : -32768, most = sizeof(Element) == 1 ? 127 : 32767;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    Drawn<Element> d(rng, type, rng.in(1, 3), rng.in(1, 150));
    d.c.attrs.centred = rng.in(0, 2) > 0;
    d.c.inputs = static_cast<size_t>(rng.in(1, 3));
    const auto* p = d.c.template params<Form>();
    if (!p) return;
    const void* in[] = {d.x, d.c.inputs > 1 ? d.gamma : nullptr, d.c.inputs > 2 ? d.beta : nullptr};
    void* out[] = {y};
    Form::kernels()[0].invoke(p, {in, out, nullptr});
    double worst = 0;
    for (int32_t i = 0; i < d.rows * d.depth; ++i)
      worst = fmax(worst, fabs(fmax(least, fmin(most, d.want(i / d.depth, i % d.depth))) - y[i]));
    if (worst > steps) printf("seed %u: %g steps\n", static_cast<unsigned>(seed), worst);
    EXPECT(worst <= steps);
    const int32_t bytes = d.rows * d.depth * static_cast<int32_t>(sizeof(Element));
    const test::Operand operands[] = {
        {d.x, bytes}, {in[1], in[1] ? 2 * d.depth : 0}, {in[2], in[2] ? 4 * d.depth : 0}};
    test::expect_rows_like_reference<Form>(*p, operands, 3, bytes, 4, 2);
  }
}

}  // namespace

// The rounding of y, of gamma's products and of z, which has 16 bits.
TEST(layer_norm_s8_is_the_definition_to_half_a_step) {
  is_the_definition<LayerNormS8, int8_t>(DType::kS8, 0.52);
}

TEST(layer_norm_s16_is_the_definition_to_a_step) { is_the_definition<LayerNormS16, int16_t>(DType::kS16, 1); }

TEST(layer_norm_s8_equals_results_computed_by_hand) {
  // The mean is 2, the variance 1: z is -1, 1, -1, 1; times 2 or 0.5, plus 1, in steps of 1/4.
  static const float one = 1, quarter = 0.25f, unit = 1.0f / 8192, of_beta = unit / 256;
  const int8_t x[] = {1, 3, 1, 3}, y[] = {-4, 12, 2, 6};
  const int16_t gamma[] = {16384, 16384, 4096, 4096};
  const int32_t beta[] = {8192 * 256, 8192 * 256, 8192 * 256, 8192 * 256};
  test::OpCase<LayerNorm> c;
  c.inputs = 3, c.in[0] = test::quantized(test::shape(1, 4), one, 0);
  c.in[1] = test::quantized_s16(test::shape(4), unit), c.in[2] = test::quantized(test::shape(4), of_beta, 0);
  c.in[2].type = DType::kS32, c.out = test::quantized(test::shape(1, 4), quarter, 0);
  test::expect_makes<LayerNormS8>(c, y, x, gamma, beta);
}

TEST(layer_norm_of_a_row_without_variance_is_beta) {
  static const float one = 1, quarter = 0.25f;
  const int8_t x[] = {7, 7, 7}, y[] = {5, 5, 5};
  test::OpCase<LayerNorm> c;
  c.in[0] = test::quantized(test::shape(1, 3), one, 3),
  c.out = test::quantized(test::shape(1, 3), quarter, 5);
  const auto* p = c.params<LayerNormS8>();
  const test::Operand in[] = {{x, 3}, {nullptr, 0}, {nullptr, 0}};
  if (p) test::expect_rows<LayerNormS8>(*p, in, 3, y, 3, 1);
}

TEST(layer_norm_s16_of_the_most_and_largest_elements_does_not_overflow) {
  static int16_t x[16384], y[16384];
  static const float one = 1, step = 4.0f / 32767;
  for (int32_t i = 0; i < 16384; ++i) x[i] = i % 2 ? 32767 : -32768;
  test::OpCase<LayerNorm> c;
  c.in[0] = test::quantized_s16(test::shape(1, 16384), one),
  c.out = test::quantized_s16(test::shape(1, 16384), step);
  const auto* p = c.params<LayerNormS16>();
  if (!p) return;
  const void* in[] = {x, nullptr, nullptr};
  void* out[] = {y};
  LayerNormS16::kernels()[0].invoke(p, {in, out, nullptr});
  for (int32_t i = 0; i < 16384; ++i) EXPECT(y[i] == (i % 2 ? 8192 : -8192));
}

TEST(layer_norm_f32_is_the_definition) {
  float x[] = {1, 3, 1, 3, 0, 0, 0, 4}, y[8];
  const float gamma[] = {1, 2, 1, 0.5f}, beta[] = {0, 0, 1, 1};
  test::OpCase<LayerNorm> c;
  c.inputs = 3, c.attrs = {true, 1, 0};
  c.in[0] = c.out = test::tensor(DType::kF32, test::shape(2, 4));
  c.in[1] = c.in[2] = test::tensor(DType::kF32, test::shape(4));
  const auto* p = c.params<LayerNormF32>();
  if (!p) return;
  const void* in[] = {x, gamma, beta};
  void* out[] = {y};
  LayerNormF32::kernels()[0].invoke(p, {in, out, nullptr});
  const double third = 1 / sqrt(3.0),
               want[] = {-1, 2, 0, 1.5, -third, -2 * third, 1 - third, 1 + 1.5 * third};
  for (int i = 0; i < 8; ++i) EXPECT(fabs(double{y[i]} - want[i]) < 1e-6);
  c.attrs.centred = false, p = c.params<LayerNormF32>();
  if (p) LayerNormF32::kernels()[0].invoke(p, {in, out, nullptr});
  EXPECT(fabs(double{y[7]} - 2) < 1e-6 && fabs(double{y[0]} - 1 / sqrt(5.0)) < 1e-6);
}

TEST(layer_norm_refuses_operands_that_do_not_fit) {
  test::Rng rng(1);
  const auto fine = [&] { return Drawn<int8_t>(rng, DType::kS8, 2, 6); };
  auto d = fine();
  EXPECT(d.c.prepare());
  d.c.attrs.dimensions = 0;
  EXPECT(d.c.refused(Reason::kAttribute, 0));
  d.c.attrs.dimensions = 3;
  EXPECT(d.c.refused(Reason::kAttribute, 0));
  d.c.attrs.dimensions = 2;
  EXPECT(d.c.refused(Reason::kChannels, 1));
  d.c.attrs = {true, 1, -1};
  EXPECT(d.c.refused(Reason::kAttribute, 0));
  d.c.attrs.epsilon = 0, d.c.out.shape = test::shape(2, 5);
  EXPECT(d.c.refused(Reason::kOutputShape, kFirstOutput));
  d.c.out.shape = test::shape(2, 6), d.c.in[1].shape = test::shape(5);
  EXPECT(d.c.refused(Reason::kChannels, 1));
  d.c.in[1].shape = test::shape(6), d.c.in[1].zero_point = 1;
  EXPECT(d.c.refused(Reason::kZeroPoint, 1));
  d.c.in[1].zero_point = 0, d.beta_scale *= 2, d.c.in[2].scales = {&d.beta_scale, 1};
  EXPECT(d.c.refused(Reason::kScaleValue, 2));
  d.c.inputs = 2, d.c.in[1].type = DType::kS8;
  EXPECT(d.c.no_form());
  d.c.inputs = 1, d.c.out.type = DType::kS16;
  EXPECT(d.c.no_form());
  test::OpCase<LayerNorm> large;
  static const float one = 1;
  large.in[0] = large.out = test::quantized_s16(test::shape(1, 16385), one);
  EXPECT(large.refused(Reason::kChannels, 0));
}
