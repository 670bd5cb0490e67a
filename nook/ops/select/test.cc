#include "nook/ops/select/select_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

test::OpCase<Select> small_case(DType type) {
  test::OpCase<Select> c;
  c.in[0] = test::tensor(DType::kBool, shape(2, 3));
  c.in[1] = c.in[2] = c.out = test::tensor(type, shape(2, 3));
  if (type == DType::kS8) c.in[1] = c.in[2] = c.out = test::quantized(shape(2, 3), kHalf, 4);
  return c;
}

template <class Element>
void selects(test::OpCase<Select> c, const uint8_t (&condition)[6], const Element (&y)[6]) {
  const Element a[] = {1, 2, 3, 4, 5, 6}, b[] = {-1, -2, -3, -4, -5, -6};
  const auto* p = c.params<SelectAny>();
  const test::Operand in[] = {{condition, c.in[0].bytes()}, {a, c.in[1].bytes()}, {b, c.in[2].bytes()}};
  if (p) test::expect_rows<SelectAny>(*p, in, 3, y, c.out.bytes(), 1, sizeof(Element));
}

}  // namespace

TEST(select_chooses_each_element) {
  const uint8_t condition[] = {1, 0, 0, 1, 1, 0};
  const float floats[] = {1, -2, -3, 4, 5, -6};
  const int8_t bytes[] = {1, -2, -3, 4, 5, -6};
  const int64_t longs[] = {1, -2, -3, 4, 5, -6};
  selects(small_case(DType::kF32), condition, floats);
  selects(small_case(DType::kS8), condition, bytes);
  selects(small_case(DType::kS64), condition, longs);
}

TEST(select_by_a_vector_chooses_parts_of_the_first_dimension) {
  auto c = small_case(DType::kF32);
  c.in[0].shape = shape(2);
  selects(c, {0, 1, 9, 9, 9, 9}, {-1.0f, -2.0f, -3.0f, 4.0f, 5.0f, 6.0f});
}

TEST(select_by_one_value_chooses_all) {
  const Shape ones[] = {shape(), shape(1), shape(1, 1)};
  for (const Shape& one : ones) {
    auto c = small_case(DType::kF32);
    c.in[0].shape = one;
    selects(c, {1, 0, 0, 0, 0, 0}, {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
    selects(c, {0, 1, 1, 1, 1, 1}, {-1.0f, -2.0f, -3.0f, -4.0f, -5.0f, -6.0f});
  }
}

TEST(select_refuses_operands_that_would_need_broadcasting) {
  auto c = small_case(DType::kF32);
  EXPECT(c.prepare());
  c.in[0].shape = shape(3);
  EXPECT(c.refused(Reason::kBroadcast, 0));
  c = small_case(DType::kF32), c.in[1].shape = shape(1, 3);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = small_case(DType::kF32), c.in[2].shape = shape(3);
  EXPECT(c.refused(Reason::kRank, 2));
  c = small_case(DType::kF32), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
}
