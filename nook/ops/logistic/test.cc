#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "tests/curve_case.h"

using namespace nook;

namespace {

constexpr test::CurveOf<Logistic, UnaryS8<Logistic>, UnaryF32<Logistic>> kCurve = {
    0.00390625f, -128, [](double x) { return 1 / (1 + exp(-x)); }};

}  // namespace

// Most tests allow a step of error; TensorFlow Lite's entries are exact to the last bit.
TEST(each_entry_of_the_sigmoid_table_equals_tensorflow_lite) {
  int64_t weighted = 0;
  for (int32_t i = 0; i < 256; ++i) {
    const int32_t entry = nook_sigmoid_table[i],
                  above = entry - static_cast<int32_t>(lround(65536 / (1 + exp(-i / 24.0))));
    EXPECT(above == 0 || above == 1);
    weighted += int64_t{i + 1} * entry;
  }
  EXPECT_EQ(weighted, 2123733574);
}

TEST(logistic_s8_is_the_curve_to_one_step_for_scales_up_to_1) { kCurve.is_the_curve_to_one_step(); }

TEST(logistic_f32_is_the_curve_and_does_not_overflow) { kCurve.is_the_curve_in_float(); }

TEST(logistic_refuses_other_shapes_and_types) { kCurve.refuses_other_shapes_and_types(); }

TEST(logistic_s8_refuses_an_output_that_is_not_quantized_as_the_curve_is) {
  kCurve.refuses_other_quantization();
}

TEST(logistic_s16_is_the_curve_to_a_few_steps) { kCurve.is_the_curve_s16<CurveS16<Logistic, 1>>(6); }

TEST(logistic_s16_equals_results_computed_by_hand) {
  static const float one = 1;
  auto c = kCurve.s16_case(one, test::kStepOfS16);
  const int16_t x[] = {0, 20, -20, 32767, -32768}, y[] = {16384, 32767, 1, 32767, 1};
  test::expect_makes<CurveS16<Logistic, 1>>(c, y, x);
}

TEST(logistic_s16_refuses_an_output_that_is_not_quantized_as_the_curve_is) {
  kCurve.refuses_other_quantization_s16();
}
