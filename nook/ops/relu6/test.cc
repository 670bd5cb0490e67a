#include "nook/ops/relu6/relu6_op.h"
#include "tests/quantized_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr float kHalf = 0.5f;

OpCase<Relu6> s8_case() {
  return case_of<Relu6>(quantized(shape(1, 4), kHalf, -3), quantized(shape(1, 4), kHalf, -3));
}

OpCase<Relu6> f32_case() {
  return case_of<Relu6>(tensor(DType::kF32, shape(1, 4)), tensor(DType::kF32, shape(1, 4)));
}

TEST(relu6_s8_computes_what_one_computes_by_hand) {
  // With 0.5 and -3 the real 0 is -3 and 6 is 9.
  OpCase<Relu6> c = s8_case();
  const int8_t x[] = {-4, 8, 9, 127}, y[] = {-3, 8, 9, 9};
  test::expect_makes<Relu6S8>(c, y, x);
}

TEST(relu6_s16_computes_what_one_computes_by_hand) {
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
  OpCase<Relu6> c = f32_case();
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  const float x[] = {-2, 3, infinity, nan}, y[] = {0, 3, 6, nan};
  test::expect_makes<UnaryF32<Relu6>>(c, y, x);
}

TEST(relu6_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const float scale[] = {rng.real(0.001f, 0.2f)};
    OpCase<Relu6> c;
    c.in[0] = quantized(test::random_shape(rng, 0, 300), scale[0], rng.in(-128, 127));
    c.out = c.in[0];
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) {
      const double six = 6.0 / double{scale[0]} + 0.5;
      const int32_t high = c.out.zero_point + static_cast<int32_t>(six);
      y[i] = static_cast<int8_t>(naive_clamp(x[i], c.out.zero_point, high < 127 ? high : 127));
    }
    const test::Operand in[] = {{x, size}};
    const auto* p = c.params<Relu6S8>();
    if (p) test::expect_rows<Relu6S8>(*p, in, 1, y, size, 1);
  }
}

TEST(relu6_f32_equals_the_definition_on_random_shapes) {
  static float x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<Relu6> c;
    c.in[0] = c.out = tensor(DType::kF32, test::random_shape(rng, 0, 300));
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) y[i] = x[i] < 0 ? 0 : x[i] < 6 ? x[i] : 6;
    const test::Operand in[] = {{x, size * 4}};
    const auto* p = c.params<UnaryF32<Relu6>>();
    if (p) test::expect_rows<UnaryF32<Relu6>>(*p, in, 1, y, size * 4, 4);
  }
}

TEST(relu6_s8_rounds_a_six_of_almost_half_a_step_down) {
  static const float coarse = 12.000001f;  // 6 / scale is the float below 0.5
  OpCase<Relu6> c = s8_case();
  c.in[0].scales = c.out.scales = {&coarse, 1};
  const auto* p = c.params<Relu6S8>();
  EXPECT(p && p->act_min == -3 && p->act_max == -3);
}

TEST(relu6_refuses_output_that_is_quantized_differently) {
  OpCase<Relu6> c = s8_case();
  c.out.zero_point = -4;
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput));
  static const float other = 0.25f;
  c = s8_case(), c.out.scales = {&other, 1};
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput));
}

TEST(relu6_refuses_an_output_of_another_shape) { refuses_other_shapes(f32_case()); }

TEST(relu6_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  refuses_other_quantization(s8_case());
}

TEST(relu6_refuses_types_that_have_no_kernel) {
  OpCase<Relu6> c = s8_case();
  c.out.type = DType::kS16;
  EXPECT(c.no_form());
  c = s8_case(), c.in[0].type = DType::kU8;
  EXPECT(c.no_form());
}

}  // namespace
