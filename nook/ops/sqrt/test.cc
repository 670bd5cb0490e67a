#include "nook/ops/sqrt/sqrt_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Sqrt> kCase = {[](double x) { return sqrt(x); }, 0};

}  // namespace

TEST(sqrt_f32_is_exact) {
  kCase.makes({0, -0.0f, 4, 2, 0.25f, INFINITY}, {0, -0.0f, 2, 1.41421356f, 0.5f, INFINITY});
}

TEST(sqrt_f32_of_a_negative_number_is_nan) { kCase.makes_no_number_of({-1, -1e-30f}); }

TEST(sqrt_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(sqrt_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(sqrt_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

// Rounded down, which is at most one step from the nearest.
TEST(sqrt_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(sqrt_s8_rounds_down_and_is_0_below_0) {
  // Reals -1, 0, 0.125, 2, 4, 15; results in steps of 1/16: 0, 5.66, 22.6, 32, 61.97.
  static const float eighth = 0.125f, small = 1.0f / 16;
  const int8_t x[] = {-8, 0, 1, 16, 32, 120}, y[] = {3, 3, 8, 25, 35, 64};
  kCase.makes_s8(eighth, 0, small, 3, x, y);
}

TEST(sqrt_s8_is_kept_within_int8_for_any_scales) { kCase.takes_any_scales(); }

namespace {

const test::UnaryS16Of<Sqrt, SqrtS16> kWords = {[](double x) { return sqrt(x > 0 ? x : 0); }};

}  // namespace

TEST(sqrt_s16_is_the_function_rounded_down) {
  static const float scales[] = {0.001f, 0.0003f, 0.02f, 1.0f / 32768, 3.7f};
  for (const float& in : scales)
    for (const float& out : scales) kWords.is_the_function_to(in, out, 1.01);
}

TEST(sqrt_s16_rounds_down_and_is_0_below_0) {
  static const float in = 0.125f, out = 1.0f / 1024;
  const int16_t x[] = {-32768, -1, 0, 1, 16, 32, 32767}, y[] = {0, 0, 0, 362, 1448, 2048, 32767};
  kWords.makes(in, out, x, y);
}

TEST(sqrt_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(sqrt_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
