#include "nook/ops/shape/shape_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(shape_is_the_dimensions_of_its_operand) {
  OpCase<ShapeOf> c;
  const int32_t y[] = {2, 3, 5};
  const int8_t x[30] = {};
  c.in[0] = tensor(DType::kBool, shape(2, 3, 5)), c.out = tensor(DType::kS32, shape(3));
  const test::Operand in[] = {{x, 30}};
  const auto* p = c.params<ShapeOfAny>();
  if (p) test::expect_rows<ShapeOfAny>(*p, in, 1, y, sizeof y, 4);
}

TEST(shape_refuses_an_output_that_does_not_fit) {
  OpCase<ShapeOf> c;
  c.in[0] = tensor(DType::kS8, shape(2, 3)), c.out = tensor(DType::kS32, shape(3));
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.out = tensor(DType::kS64, shape(2));
  EXPECT(c.no_form());
}

TEST(shape_refuses_an_operand_without_elements_as_all_operators_do) {
  OpCase<ShapeOf> c;
  c.in[0] = tensor(DType::kS8, shape(2, 0)), c.out = tensor(DType::kS32, shape(2));
  EXPECT(c.refused(Reason::kElements, 0));
}
