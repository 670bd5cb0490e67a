#include "nook/ops/exp/exp_op.h"
#include "tests/points_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Exp> kCase = {[](double x) { return exp(x); }};

}  // namespace

TEST(exp_f32_of_very_large_numbers_is_zero_or_infinity) {
  kCase.makes({0, 1000, -1000, INFINITY, -INFINITY}, {1, INFINITY, 0, INFINITY, 0});
}

TEST(exp_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(exp_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(exp_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(exp_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(exp_s8_equals_results_computed_by_hand) {
  // Reals -16, -1, 0, 1, 2; results in steps of 1/16: 0, 5.9, 16, 43.5, 118.2.
  static const float eighth = 0.125f, small = 1.0f / 16;
  const int8_t x[] = {-128, -8, 0, 8, 16}, y[] = {-10, -4, 6, 33, 108};
  kCase.makes_s8(eighth, 0, small, -10, x, y);
}

TEST(exp_s8_is_kept_within_int8_for_any_scales) { kCase.takes_any_scales(); }

namespace {

const test::UnaryS16Of<Exp, PointsS16<Exp>> kWords = {[](double x) { return exp(x); }};

}  // namespace

TEST(exp_s16_has_the_points_of_tensorflow_lite) {
  static const float in[] = {0.001f, 0.0003f, 1.0f / 32768}, out[] = {0.02f, 0.001f, 1.0f};
  for (const float& i : in)
    for (const float& o : out)
      test::points_are_those_of_tensorflow_lite<Exp>([](float x, float) { return expf(x); }, i, o);
}

TEST(exp_s16_is_within_three_steps_of_the_function) {
  static const float in = 1.0f / 16384, out = 1.0f / 4096;  // x from -2 to 2
  kWords.is_the_function_to(in, out, 3);
  test::lines_are_straight_between_points<Exp>(in, out);
}

TEST(exp_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(exp_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
