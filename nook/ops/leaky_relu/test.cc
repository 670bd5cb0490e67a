#include "nook/ops/leaky_relu/leaky_relu_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr float kAlpha = 0.3f;
constexpr test::UnaryOf<LeakyRelu, UnaryS8<LeakyRelu>, LeakyReluF32> kCase = {
    {[](double x) { return x < 0 ? x * double{kAlpha} : x; }, -1e30, 1e30, {kAlpha}}};
using Slopes = test::SlopesOf<LeakyRelu, SlopesS16<LeakyRelu>>;

}  // namespace

TEST(leaky_relu_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(leaky_relu_s8_equals_results_computed_by_hand) {
  static const float half = 0.5f, quarter = 0.25f;
  auto c = kCase.s8_case(half, 1, quarter, -3);
  const int8_t x[] = {-128, -9, 0, 1, 2, 127}, y[] = {62, 2, -2, -3, -1, 127};  // ties up
  c.attrs.alpha = -0.25f, c.in[0].shape = c.out.shape = test::shape(6);
  test::expect_makes<UnaryS8<LeakyRelu>>(c, y, x);
}

TEST(leaky_relu_s16_equals_results_computed_by_hand) {
  static const float half = 0.5f, quarter = 0.25f;
  const int16_t x[] = {-32768, -20000, -3, 0, 5, 32767}, y[] = {-16384, -10000, -1, 0, 10, 32767},
                opposite[] = {16384, 10000, 2, 0, 10, 32767}, nothing[] = {0, 0, 0, 0, 10, 32767};
  Slopes::makes({0.25f}, half, quarter, x, y);
  Slopes::makes({-0.25f}, half, quarter, x, opposite);
  Slopes::makes({0}, half, quarter, x, nothing);
}

TEST(leaky_relu_s16_equals_the_definition_on_random_scales) {
  Slopes::is_the_definition(
      {0.5f}, [](int32_t x, double ratio) { return test::naive_rescale(x, x < 0 ? ratio / 2 : ratio); });
}

TEST(leaky_relu_s16_refuses_zero_points_and_scales_that_overflow) { Slopes::refuses_other_quantization(); }

TEST(leaky_relu_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(leaky_relu_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(leaky_relu_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(leaky_relu_refuses_a_factor_that_is_nan_or_too_large) {
  static const float one = 1;
  const float infinity = 1.0f / 0.0f;
  auto c = kCase.s8_case(one, 0, one, 0);
  c.attrs.alpha = infinity;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.alpha = infinity - infinity;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.alpha = -1e10f;
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = kCase.f32_case(test::shape(4)), c.attrs.alpha = -infinity;
  EXPECT(c.refused(Reason::kAttribute, 0));
}

TEST(leaky_relu_reads_its_factor_from_the_options) {
  int32_t bits;
  memcpy(&bits, &kAlpha, sizeof bits);
  const auto attrs = test::Options<1>({bits}).parse<LeakyRelu>();
  EXPECT(attrs && attrs->alpha == kAlpha);
}
