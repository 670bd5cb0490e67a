#include "nook/ops/logistic/logistic_op.h"
#include "tests/curve_case.h"

using namespace nook;

namespace {

constexpr test::CurveOf<Logistic, LogisticS8, LogisticF32> kCurve = {
    0.00390625f, -128, [](double x) { return 1 / (1 + exp(-x)); }};

}  // namespace

TEST(logistic_s8_is_the_curve_to_one_step_for_scales_up_to_1) { kCurve.is_the_curve_to_one_step(); }

TEST(logistic_f32_is_the_curve_and_does_not_overflow) { kCurve.is_the_curve_in_float(); }

TEST(logistic_refuses_other_shapes_and_types) { kCurve.refuses_other_shapes_and_types(); }

TEST(logistic_s8_refuses_an_output_that_is_not_quantized_as_the_curve_is) {
  kCurve.refuses_other_quantization();
}
