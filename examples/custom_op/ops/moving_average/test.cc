#include "nook/ops/moving_average/moving_average_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::shape;

namespace {

test::OpCase<MovingAverage> of(int32_t window) {
  test::OpCase<MovingAverage> c;
  c.attrs.window = window;
  c.in[0] = c.out = test::tensor(DType::kF32, shape(2, 4));
  return c;
}

}  // namespace

TEST(moving_average_is_the_average_of_the_last_elements) {
  const float x[] = {2, 4, 6, 8, 1, 1, 3, 5}, y[] = {1, 3, 5, 7, 0.5f, 1, 2, 4};
  const test::Operand in[] = {{x, sizeof x}};
  auto c = of(2);
  const auto* p = c.params<MovingAverageF32>();
  if (p) test::expect_rows<MovingAverageF32>(*p, in, 1, y, sizeof y, 4);
}

TEST(moving_average_refuses_operands_that_do_not_fit) {
  const int32_t windows[] = {0, -1, 5, INT32_MAX};
  for (const int32_t window : windows) EXPECT(of(window).refused(Reason::kAttribute, 0));
  auto c = of(2);
  c.out.shape = shape(4, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}
