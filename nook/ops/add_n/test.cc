#include "nook/ops/add_n/add_n_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

test::OpCase<AddN> s8_case(const float& in, int32_t in_zero, const float& out, int32_t out_zero) {
  test::OpCase<AddN> c;
  c.inputs = 3;
  c.in[0] = c.in[1] = c.in[2] = test::quantized(shape(2, 2), in, in_zero);
  c.out = test::quantized(shape(2, 2), out, out_zero);
  return c;
}

}  // namespace

TEST(add_n_s8_is_the_rescaled_sum) {
  static const float half = 0.5f, one = 1;
  auto c = s8_case(half, 0, one, -3);
  const int8_t a[] = {1, 127, -128, 10}, b[] = {2, 127, -128, -10}, d[] = {3, 127, -128, 1},
               y[] = {0, 127, -128, -2};  // 3 - 3, and ties away from zero
  test::expect_makes<AddNS8>(c, y, a, b, d);
}

TEST(add_n_s8_has_a_term_more_where_the_zero_point_is_not_0) {
  static const float one = 1;
  auto c = s8_case(one, 5, one, 0);
  const int8_t a[] = {6, 5, 7, 20}, y[] = {-2, -5, 1, 40};  // 3 (a - 5) - 5
  test::expect_makes<AddNS8>(c, y, a, a, a);
}

TEST(add_n_f32_is_the_sum) {
  test::OpCase<AddN> c;
  c.inputs = 2;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kF32, shape(3));
  const float a[] = {1, 0.5f, -3}, b[] = {2, 0.25f, 3}, y[] = {3, 0.75f, 0};
  test::expect_makes<AddNF32>(c, y, a, b);
}

TEST(add_n_refuses_inputs_that_are_not_alike) {
  static const float one = 1, half = 0.5f, small = 1e-6f;
  auto c = s8_case(one, 0, one, 0);
  EXPECT(c.prepare());
  c.in[2].scales = {&half, 1};
  EXPECT(c.refused(Reason::kQuantization, 2));
  c = s8_case(one, 0, one, 0), c.in[1].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = s8_case(one, 0, one, 0), c.in[1].shape = shape(4);
  EXPECT(c.refused(Reason::kRank, 1));
  c = s8_case(one, 0, one, 0), c.in[1].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, 1));
  c = s8_case(one, 0, one, 0), c.out.shape = shape(2, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(one, 0, small, 0);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(one, 0, one, 0), c.out.type = DType::kF32;
  EXPECT(c.no_form());
}
