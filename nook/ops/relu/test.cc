#include "nook/ops/relu/relu_op.h"
#include "tests/quantized_case.h"
#include "tests/unary_case.h"

using namespace nook;
using namespace test;

TEST(relu_s8_equals_results_computed_by_hand) {
  // Reals: 5, -5, 0, 63; with scale 0.25 and zero point -3, the last one exceeds an int8.
  OpCase<Relu> c = s8_case<Relu>();
  const int8_t x[] = {11, -9, 1, 127}, y[] = {17, -3, -3, 127};
  test::expect_makes<ReluS8>(c, y, x);
}

TEST(relu_f32_lets_large_numbers_and_nan_pass) {
  OpCase<Relu> c = f32_case<Relu>();
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  const float x[] = {-2, 3, infinity, nan}, y[] = {0, 3, infinity, nan};
  test::expect_makes<UnaryF32<Relu>>(c, y, x);
}

TEST(relu_s8_rounds_the_ratio_of_its_scales_to_a_float) {
  static const float x = 0.1f, y = 0.7f;
  OpCase<Relu> c = s8_case<Relu>();
  c.in[0].scales = {&x, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<ReluS8>();  // 24 bits of a float leave 7 of the 31 bits empty
  EXPECT(p && p->multiplier % 128 == 0);
}

TEST(relu_s8_equals_the_definition_on_random_shapes_and_scales) {
  test::equals_the_definition<ReluS8, int8_t, int8_t>(
      300, test::random_s8<Relu>, test::any_s8<Relu>, [](const OpCase<Relu>& c, int8_t x) {
        // volatile: the quotient is a float, and no machine may keep more precision.
        volatile const float ratio = c.in[0].scale() / c.out.scale();
        const int32_t q = naive_rescale(x - c.in[0].zero_point, double{ratio}) + c.out.zero_point;
        return naive_clamp(q, c.out.zero_point, 127);
      });
}

using Slopes = test::SlopesOf<Relu, SlopesS16<Relu>>;

TEST(relu_s16_equals_results_computed_by_hand) {
  const int16_t x[] = {1000, -1000, 0, 32767}, y[] = {2000, 0, 0, 32767};
  Slopes::makes({}, kHalf, kQuarter, x, y);
}

TEST(relu_s16_equals_the_definition_on_random_scales) {
  Slopes::is_the_definition({}, [](int32_t x, double ratio) { return x > 0 ? naive_rescale(x, ratio) : 0; });
}

TEST(relu_s16_refuses_zero_points_and_scales_that_overflow) { Slopes::refuses_other_quantization(); }

TEST(relu_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition_f32<UnaryF32<Relu>>([](float x) { return x > 0 ? x : 0; });
}

TEST(relu_refuses_an_output_of_another_shape) { refuses_other_shapes(f32_case<Relu>()); }

TEST(relu_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  refuses_other_quantization(s8_case<Relu>());
}

TEST(relu_refuses_a_ratio_of_scales_that_would_overflow) {
  refuses_a_ratio_of_scales_that_would_overflow<ReluS8>();
}

TEST(relu_refuses_types_that_have_no_kernel) { refuses_types_that_have_no_kernel(s8_case<Relu>()); }
