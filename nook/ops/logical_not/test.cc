#include "nook/ops/logical_not/logical_not_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

test::OpCase<LogicalNot> bool_case(int32_t size) {
  test::OpCase<LogicalNot> c;
  c.in[0] = c.out = test::tensor(DType::kBool, shape(size));
  return c;
}

}  // namespace

TEST(logical_not_of_any_byte_but_0_is_0) {
  auto c = bool_case(4);
  const uint8_t x[] = {0, 1, 2, 255}, y[] = {1, 0, 0, 0};
  test::expect_makes<LogicalNotAny>(c, y, x);
}

TEST(logical_not_equals_the_definition_on_random_bytes) {
  static uint8_t x[300], y[300];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const int32_t size = rng.in(1, 300);
    for (int32_t i = 0; i < size; ++i) x[i] = static_cast<uint8_t>(rng.in(0, 1)), y[i] = 1 - x[i];
    auto c = bool_case(size);
    const test::Operand in[] = {{x, size}};
    const auto* p = c.params<LogicalNotAny>();
    if (p) test::expect_rows<LogicalNotAny>(*p, in, 1, y, size, 1);
  }
}

TEST(logical_not_refuses_other_shapes_and_types) {
  auto c = bool_case(4);
  c.out.shape = shape(2, 2);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = bool_case(4), c.out.shape = shape(5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = bool_case(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = bool_case(4), c.out.type = DType::kU8;
  EXPECT(c.no_form());
  c = bool_case(4), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
}
