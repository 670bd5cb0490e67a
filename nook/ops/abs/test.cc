#include "nook/ops/abs/abs_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Abs> kCase = {[](double x) { return fabs(x); }};
using Slopes = test::SlopesOf<Abs, SlopesS16<Abs>>;

}  // namespace

TEST(abs_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(abs_s8_of_equal_scales_is_exact) {
  static const float half = 0.5f;
  const int8_t x[] = {-128, -2, -1, 0, 126, 127}, y[] = {-1, -127, -128, -127, -1, 0};
  kCase.makes_s8(half, -1, half, -128, x, y);
}

TEST(abs_s16_equals_results_computed_by_hand) {
  static const float half = 0.5f, quarter = 0.25f;
  const int16_t x[] = {-32768, -20000, -3, 0, 5, 32767}, y[] = {32767, 32767, 6, 0, 10, 32767},
                same[] = {32767, 20000, 3, 0, 5, 32767};
  Slopes::makes({}, half, quarter, x, y);
  Slopes::makes({}, half, half, x, same);
}

TEST(abs_s16_may_have_no_scale) {
  test::OpCase<Abs> c;
  c.in[0] = c.out = test::tensor(DType::kS16, test::shape(3));
  const int16_t x[] = {-32768, -7, 7}, y[] = {32767, 7, 7};
  test::expect_makes<SlopesS16<Abs>>(c, y, x);
}

TEST(abs_s16_equals_the_definition_on_random_scales) {
  Slopes::is_the_definition({}, [](int32_t x, double ratio) {
    return x < 0 ? test::naive_rescale(-x, ratio) : test::naive_rescale(x, ratio);
  });
}

TEST(abs_s16_refuses_zero_points_and_scales_that_overflow) { Slopes::refuses_other_quantization(); }

TEST(abs_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(abs_f32_takes_the_sign_of_zero_and_infinity_too) {
  const float infinity = 1.0f / 0.0f;
  const float x[] = {-0.0f, -infinity, -1.5f}, y[] = {0, infinity, 1.5f};
  kCase.makes(x, y);
}

TEST(abs_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(abs_s8_refuses_a_ratio_of_scales_that_would_overflow) {
  kCase.refuses_a_ratio_of_scales_that_would_overflow();
}
