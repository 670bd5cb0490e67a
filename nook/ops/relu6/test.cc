#include "nook/ops/relu6/relu6_op.h"
#include "tests/quantized_case.h"

using namespace nook;
using namespace test;

namespace {

// y has the quantization of x.
OpCase<Relu6> alike() {
  const TensorInfo x = quantized(shape(1, 4), kHalf, -3);
  return case_of<Relu6>(x, x);
}

}  // namespace

TEST(relu6_s8_equals_results_computed_by_hand) {
  // With scale 0.5 and zero point -3, -3 represents 0 and 9 represents 6.
  OpCase<Relu6> c = alike();
  const int8_t x[] = {-4, 8, 9, 127}, y[] = {-3, 8, 9, 9};
  test::expect_makes<Relu6S8>(c, y, x);
}

TEST(relu6_s16_equals_results_computed_by_hand) {
  OpCase<Relu6> c;
  c.in[0] = c.out = test::quantized_s16(shape(1, 5), kHalf, -3);
  const int16_t x[] = {-4, 8, 9, 32767, -32768}, y[] = {-3, 8, 9, 9, -3};
  test::expect_makes<Relu6S16>(c, y, x);
  c.out.zero_point = 0;
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput));
  c.out.zero_point = c.in[0].zero_point = 32768;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
}

TEST(relu6_s16_leaves_a_range_that_ends_below_6_as_it_is) {
  static const float small = 0.0001f;
  OpCase<Relu6> c;
  c.in[0] = c.out = test::quantized_s16(shape(3), small);
  const int16_t x[] = {32767, 0, -1}, y[] = {32767, 0, 0};
  test::expect_makes<Relu6S16>(c, y, x);
}

TEST(relu6_f32_lets_nan_pass) {
  OpCase<Relu6> c = f32_case<Relu6>();
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  const float x[] = {-2, 3, infinity, nan}, y[] = {0, 3, 6, nan};
  test::expect_makes<UnaryF32<Relu6>>(c, y, x);
}

TEST(relu6_s8_equals_the_definition_on_random_shapes_and_scales) {
  const auto alike = [](Rng& rng, const Shape& of, const float(&scale)[2]) {
    const TensorInfo x = quantized(of, scale[0], rng.in(-128, 127));
    return case_of<Relu6>(x, x);
  };
  test::equals_the_definition<Relu6S8, int8_t, int8_t>(
      300, alike, test::any_s8<Relu6>, [](const OpCase<Relu6>& c, int8_t x) {
        const double six = 6.0 / double{c.out.scale()} + 0.5;
        const int32_t high = c.out.zero_point + static_cast<int32_t>(six);
        return naive_clamp(x, c.out.zero_point, high < 127 ? high : 127);
      });
}

TEST(relu6_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition_f32<UnaryF32<Relu6>>([](float x) { return x < 0 ? 0 : x < 6 ? x : 6; });
}

TEST(relu6_s8_rounds_a_six_of_almost_half_a_step_down) {
  static const float coarse = 12.000001f;  // 6 / scale is the largest float below 0.5
  OpCase<Relu6> c = alike();
  c.in[0].scales = c.out.scales = {&coarse, 1};
  const auto* p = c.params<Relu6S8>();
  EXPECT(p && p->act_min == -3 && p->act_max == -3);
}

TEST(relu6_s8_rescales_to_an_output_that_is_quantized_differently) {
  const auto other = [](Rng& rng, const Shape& of, const float(&scale)[2]) {
    return case_of<Relu6>(quantized(of, scale[0], rng.in(-128, 127)),
                          quantized(of, scale[1], rng.in(-128, 126)));
  };
  test::equals_the_definition<Relu6Rescaled, int8_t, int8_t>(
      300, other, test::any_s8<Relu6>, [](const OpCase<Relu6>& c, int8_t x) {
        volatile const float ratio = c.in[0].scale() / c.out.scale();  // as a float on every machine
        const int32_t y = naive_rescale(x - c.in[0].zero_point, double{ratio}) + c.out.zero_point;
        const double six = 6.0 / double{c.out.scale()} + 0.5;
        const int32_t high = c.out.zero_point + static_cast<int32_t>(six < 1000 ? six : 1000);
        return naive_clamp(y, c.out.zero_point, high < 127 ? high : 127);
      });
}

TEST(relu6_refuses_an_output_of_another_shape) { refuses_other_shapes(f32_case<Relu6>()); }

TEST(relu6_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  refuses_other_quantization(alike());
}

TEST(relu6_refuses_types_that_have_no_kernel) { refuses_types_that_have_no_kernel(alike()); }
