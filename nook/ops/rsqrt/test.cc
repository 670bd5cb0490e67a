#include "nook/ops/rsqrt/rsqrt_op.h"
#include "tests/points_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Rsqrt> kCase = {[](double x) { return 1 / sqrt(x); }, 1e-30};

}  // namespace

TEST(rsqrt_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(rsqrt_s8_of_zero_and_below_is_the_most) {
  // Reals -16.5, -0.125, 0, 0.125, 0.5, 2, 15.25; results in steps of 1/16: 45.25..., 22.6..., 11.3..., 4.1.
  static const float eighth = 0.125f, small = 1.0f / 16;
  const int8_t x[] = {-127, 4, 5, 6, 9, 21, 127}, y[] = {127, 127, 127, 44, 22, 10, 3};
  kCase.makes_s8(eighth, 5, small, -1, x, y);
}

TEST(rsqrt_s8_takes_or_refuses_very_different_scales) {
  static const float tiny = 1e-45f, small = 1e-20f, large = 1e30f, one = 1;
  auto c = kCase.s8_case(large, -128, one, 7);
  const auto* p = c.params<UnaryS8<Rsqrt>>();
  EXPECT(p && p->table[0] == 127 && p->table[1] == 7 && p->table[255] == 7);
  c = kCase.s8_case(small, 0, small, 0);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = kCase.s8_case(tiny, 0, tiny, 0);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = kCase.s8_case(large, 0, large, 0), c.in[0].scales = c.out.scales;
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

TEST(rsqrt_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(rsqrt_f32_of_zero_is_infinity) { kCase.makes({0, -0.0f, 4, INFINITY}, {INFINITY, -INFINITY, 0.5f, 0}); }

TEST(rsqrt_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

namespace {

const test::UnaryS16Of<Rsqrt, PointsS16<Rsqrt>> kWords = {[](double x) { return 1 / sqrt(x); }};
float of_words(float x, float scale) { return x > 0 ? 1 / sqrtf(x) : 32767 * scale; }

}  // namespace

TEST(rsqrt_s16_has_the_points_of_tensorflow_lite) {
  test::points_are_those_of_tensorflow_lite<Rsqrt>(of_words);
}

TEST(rsqrt_s16_interpolates_between_points) {
  static const float in = 0.001f, out = 0.0003f;
  test::lines_are_straight_between_points<Rsqrt>(in, out);
}

TEST(rsqrt_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(rsqrt_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
