#include "nook/ops/sum/sum_op.h"
#include "tests/reduction_case.h"

using namespace nook;

TEST(sum_f32_equals_the_definition_on_random_axes) {
  test::reduces<Sum, Reduction<Sum, DType::kF32>, float>(DType::kF32, 0,
                                                         [](float y, float x) { return y + x; });
}

TEST(sum_s32_equals_the_definition_on_random_axes) {
  test::reduces<Sum, Reduction<Sum, DType::kS32>, int32_t>(DType::kS32, 0,
                                                           [](int32_t y, int32_t x) { return y + x; });
}

TEST(sum_s32_wraps_around) {
  static const int32_t axis[] = {0};
  test::OpCase<Sum> c;
  c.in[0] = test::tensor(DType::kS32, test::shape(3)), c.in[1] = test::constant(axis);
  c.out = test::tensor(DType::kS32, test::shape());
  const int32_t x[] = {INT32_MAX, 2, 16777217}, y[] = {INT32_MIN + 16777218};
  test::expect_makes<Reduction<Sum, DType::kS32>>(c, y, x);
}

TEST(sum_s8_and_s16_are_rescaled_sums) {
  static const float half = 0.5f, quarter = 0.25f, one = 1;
  static const int32_t axis[] = {1};
  test::OpCase<Sum> c;
  c.in[0] = test::quantized(test::shape(2, 3), half, 3), c.in[1] = test::constant(axis);
  c.out = test::quantized(test::shape(2), one, -2);
  const int8_t x[] = {4, 5, 6, -128, -128, -128}, y[] = {1, -128};  // 6 / 2 - 2; below the range of int8
  const test::Operand in[] = {{x, sizeof x}};
  const auto* p = c.params<SumQuantized<DType::kS8>>();
  if (p) test::expect_rows<SumQuantized<DType::kS8>>(*p, in, 1, y, sizeof y, 1);
  c.in[0].scales = {&quarter, 1}, c.out.zero_point = 0, c.in[0].zero_point = 0;
  c.in[0].type = c.out.type = DType::kS16;
  const int16_t wide_x[] = {32767, 32767, 2, -2, 2, 8}, wide_y[] = {16384, 2};  // 65536 / 4, 8 / 4
  const test::Operand wide[] = {{wide_x, sizeof wide_x}};
  const auto* q = c.params<SumQuantized<DType::kS16>>();
  if (q) test::expect_rows<SumQuantized<DType::kS16>>(*q, wide, 1, wide_y, sizeof wide_y, 2);
}

TEST(sum_refuses_shapes_axes_and_types) {
  test::refuses_shapes_axes_and_types<Sum>(DType::kF32, DType::kS64);
}

TEST(sum_refuses_quantization_that_is_not_one_scale_and_a_zero_point) {
  static const float one = 1;
  static const int32_t axis[] = {0};
  const auto fine = [] {
    test::OpCase<Sum> c;
    c.in[0] = test::quantized(test::shape(3), one, 0), c.in[1] = test::constant(axis);
    c.out = test::quantized(test::shape(), one, 0);
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
  c = fine(), c.out.zero_point = 128;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}
