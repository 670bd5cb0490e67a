#include "nook/ops/log/log_op.h"
#include "tests/points_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Log> kCase = {[](double x) { return log(x); }, 1e-30};

}  // namespace

TEST(log_f32_of_zero_and_infinity_is_infinity) { kCase.makes({1, 0, INFINITY}, {0, -INFINITY, INFINITY}); }

TEST(log_f32_of_a_negative_number_is_nan) { kCase.makes_no_number_of({-1, -1e-30f}); }

TEST(log_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(log_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(log_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(log_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(log_s8_of_zero_and_below_is_the_least) {
  // Reals -1, 0, 0.125, 1, 8; results in steps of 1/16: -33.3, 0, 33.3.
  static const float eighth = 0.125f, small = 1.0f / 16;
  const int8_t x[] = {-3, 5, 6, 13, 69}, y[] = {-128, -128, -26, 7, 40};
  kCase.makes_s8(eighth, 5, small, 7, x, y);
}

TEST(log_s8_is_kept_within_int8_for_any_scales) { kCase.takes_any_scales(); }

namespace {

const test::UnaryS16Of<Log, PointsS16<Log>> kWords = {[](double x) { return log(x); }};
float of_words(float x, float scale) { return x > 0 ? logf(x) : -32768 * scale; }

}  // namespace

TEST(log_s16_has_the_points_of_tensorflow_lite) { test::points_are_those_of_tensorflow_lite<Log>(of_words); }

TEST(log_s16_interpolates_between_points) {
  static const float in = 0.001f, out = 0.0003f;
  test::lines_are_straight_between_points<Log>(in, out);
}

TEST(log_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(log_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
