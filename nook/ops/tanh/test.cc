#include "nook/ops/tanh/tanh_op.h"
#include "tests/curve_case.h"

using namespace nook;

namespace {

constexpr test::CurveOf<Tanh, UnaryS8<Tanh>, UnaryF32<Tanh>> kCurve = {0.0078125f, 0,
                                                                       [](double x) { return tanh(x); }};

}  // namespace

TEST(tanh_s8_is_the_curve_to_one_step_for_scales_up_to_1) { kCurve.is_the_curve_to_one_step(); }

TEST(tanh_f32_is_the_curve_and_does_not_overflow) { kCurve.is_the_curve_in_float(); }

TEST(tanh_refuses_other_shapes_and_types) { kCurve.refuses_other_shapes_and_types(); }

TEST(tanh_s8_refuses_an_output_that_is_not_quantized_as_the_curve_is) { kCurve.refuses_other_quantization(); }

TEST(tanh_s16_is_the_curve_to_a_few_steps) { kCurve.is_the_curve_s16<CurveS16<Tanh, 2>>(6); }

TEST(tanh_s16_equals_results_computed_by_hand) {
  static const float one = 1;
  auto c = kCurve.s16_case(one, test::kStepOfS16);
  const int16_t x[] = {0, 20, -20, 32767, -32768}, y[] = {0, 32767, -32767, 32767, -32767};
  test::expect_makes<CurveS16<Tanh, 2>>(c, y, x);
}

TEST(tanh_s16_refuses_an_output_that_is_not_quantized_as_the_curve_is) {
  kCurve.refuses_other_quantization_s16();
}
