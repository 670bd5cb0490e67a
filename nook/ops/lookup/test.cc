#include "nook/ops/lookup/lookup_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

int8_t squares[NOOK_LOOKUP_SIZE];  // squares modulo 4 bits

OpCase<Lookup> fine() {
  static const float half = 0.5f, one = 1;
  for (int32_t i = 0; i < NOOK_LOOKUP_SIZE; ++i)
    squares[i] = static_cast<int8_t>((i - 128) % 11 * ((i - 128) % 11));
  OpCase<Lookup> c = case_of<Lookup>(quantized(shape(2, 3), half, 1), quantized(shape(2, 3), one, -3));
  c.in[1] = tensor(DType::kS8, shape(NOOK_LOOKUP_SIZE));
  c.in[1].data = squares;
  return c;
}

TEST(lookup_replaces_each_element_by_its_entry_in_the_table) {
  OpCase<Lookup> c = fine();
  const int8_t x[] = {-128, -10, -1, 0, 4, 127}, y[] = {49, 100, 1, 0, 16, 36};
  test::expect_makes<UnaryS8<Lookup>>(c, y, x);
}

TEST(lookup_keeps_no_pointer_to_the_table_of_the_model) {
  OpCase<Lookup> c = fine();
  const auto* p = c.params<UnaryS8<Lookup>>();
  EXPECT(p && p->table != squares && memcmp(p->table, squares, sizeof squares) == 0);
}

TEST(lookup_refuses_a_table_that_is_none) {
  OpCase<Lookup> c = fine();
  c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.in[1].shape = shape(255);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[1].type = DType::kU8;
  EXPECT(c.refused(Reason::kType, 1));
}

TEST(lookup_refuses_other_shapes_and_types) {
  OpCase<Lookup> c = fine();
  c.out.shape = shape(3, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out.type = DType::kU8;
  EXPECT(c.no_form());
  c = fine(), c.in[0].type = DType::kF32;
  EXPECT(c.no_form());
}

}  // namespace
