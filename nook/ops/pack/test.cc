#include "nook/ops/pack/pack_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Pack> s8_case() {
  const TensorInfo x = quantized(shape(3), kHalf, 9);
  OpCase<Pack> c = case_of<Pack>(x, x, quantized(shape(3, 2), kHalf, 9));
  c.attrs.axis = 1;
  return c;
}

}  // namespace

TEST(pack_equals_results_computed_by_hand) {
  OpCase<Pack> c = s8_case();
  const int8_t a[] = {1, 2, 3}, b[] = {4, 5, 6}, y[] = {1, 4, 2, 5, 3, 6}, other[] = {1, 2, 3, 4, 5, 6};
  test::expect_makes<PackAny>(c, y, a, b);
  c.attrs.axis = -2, c.out.shape = shape(2, 3);
  test::expect_makes<PackAny>(c, other, a, b);
}

TEST(pack_refuses_inputs_and_outputs_that_do_not_fit) {
  OpCase<Pack> c = s8_case();
  refuses_values(c, c.attrs.axis, Reason::kAxis, {2, -3, INT32_MIN, INT32_MAX});
  c = s8_case(), c.in[1].shape = shape(2);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = s8_case(), c.in[1].shape = shape(3, 1);
  EXPECT(c.refused(Reason::kRank, 1));
  c = s8_case(), c.in[1].zero_point = 8;
  EXPECT(c.refused(Reason::kQuantization, 1));
  c = s8_case(), c.out.shape = shape(2, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(), c.in[0].shape = c.in[1].shape = shape(1, 1, 1, 1, 1, 1);
  EXPECT(c.refused(Reason::kRank, 0));
}
