#include "nook/ops/relu/relu_op.h"
#include "tests/quantized_case.h"
#include "tests/unary_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr float kHalf = 0.5f, kQuarter = 0.25f;

OpCase<Relu> s8_case() {
  return case_of<Relu>(quantized(shape(1, 4), kHalf, 1), quantized(shape(1, 4), kQuarter, -3));
}

OpCase<Relu> f32_case() {
  return case_of<Relu>(tensor(DType::kF32, shape(1, 4)), tensor(DType::kF32, shape(1, 4)));
}

TEST(relu_s8_computes_what_one_computes_by_hand) {
  // Reals: 5, -5, 0, 63; quantized with 0.25 and -3, the last is more than an int8.
  OpCase<Relu> c = s8_case();
  const int8_t x[] = {11, -9, 1, 127}, y[] = {17, -3, -3, 127};
  test::expect_makes<ReluS8>(c, y, x);
}

TEST(relu_f32_lets_large_numbers_and_nan_pass) {
  OpCase<Relu> c = f32_case();
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  const float x[] = {-2, 3, infinity, nan}, y[] = {0, 3, infinity, nan};
  test::expect_makes<UnaryF32<Relu>>(c, y, x);
}

TEST(relu_s8_rounds_the_ratio_of_its_scales_to_a_float) {
  static const float x = 0.1f, y = 0.7f;
  OpCase<Relu> c = s8_case();
  c.in[0].scales = {&x, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<ReluS8>();  // 24 bits of a float leave 7 of the 31 empty
  EXPECT(p && p->multiplier % 128 == 0);
}

TEST(relu_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f)};
    OpCase<Relu> c;
    c.in[0] = quantized(test::random_shape(rng, 0, 300), scale[0], rng.in(-128, 127));
    c.out = quantized(c.in[0].shape, scale[1], rng.in(-128, 127));
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) {
      // volatile: the quotient is a float, and no machine may keep more bits of it.
      volatile const float ratio = scale[0] / scale[1];
      const int32_t q = naive_rescale(x[i] - c.in[0].zero_point, double{ratio}) + c.out.zero_point;
      y[i] = static_cast<int8_t>(naive_clamp(q, c.out.zero_point, 127));
    }
    const test::Operand in[] = {{x, size}};
    const auto* p = c.params<ReluS8>();
    if (p) test::expect_rows<ReluS8>(*p, in, 1, y, size, 1);
  }
}

using Slopes = test::SlopesOf<Relu, SlopesS16<Relu>>;

TEST(relu_s16_makes_what_one_makes_by_hand) {
  const int16_t x[] = {1000, -1000, 0, 32767}, y[] = {2000, 0, 0, 32767};
  Slopes::makes({}, kHalf, kQuarter, x, y);
}

TEST(relu_s16_equals_the_definition_on_random_scales) {
  Slopes::is_the_definition({}, [](int32_t x, double ratio) { return x > 0 ? naive_rescale(x, ratio) : 0; });
}

TEST(relu_s16_refuses_zero_points_and_scales_that_overflow) { Slopes::refuses_other_quantization(); }

TEST(relu_f32_equals_the_definition_on_random_shapes) {
  static float x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<Relu> c;
    c.in[0] = c.out = tensor(DType::kF32, test::random_shape(rng, 0, 300));
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) y[i] = x[i] > 0 ? x[i] : 0;
    const test::Operand in[] = {{x, size * 4}};
    const auto* p = c.params<UnaryF32<Relu>>();
    if (p) test::expect_rows<UnaryF32<Relu>>(*p, in, 1, y, size * 4, 4);
  }
}

TEST(relu_refuses_an_output_of_another_shape) { refuses_other_shapes(f32_case()); }

TEST(relu_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  refuses_other_quantization(s8_case());
}

TEST(relu_refuses_a_ratio_of_scales_that_would_overflow) {
  static const float large = 8388608.0f, one = 1.0f;  // 2^23 needs a shift of 24, and 2^23 - 1 one less
  OpCase<Relu> c = s8_case();
  c.in[0].scales = {&large, 1}, c.out.scales = {&one, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  static const float less = 8388607.0f;
  c.in[0].scales = {&less, 1}, c.in[0].zero_point = -128, c.out.zero_point = 0;
  const int8_t x[] = {127, -128, -127, 0}, y[] = {127, 0, 127, 127};
  test::expect_makes<ReluS8>(c, y, x);
}

TEST(relu_refuses_types_that_have_no_kernel) {
  OpCase<Relu> c = s8_case();
  c.out.type = DType::kS16;
  EXPECT(c.no_form());
  c = s8_case(), c.in[0].type = DType::kU8;
  EXPECT(c.no_form());
}

}  // namespace
