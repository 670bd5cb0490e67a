#include "nook/ops/levels/levels_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

int32_t place(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return nook_levels_place(bits);
}

// Marks at -1, 0 and 2 for all elements.
OpCase<Levels> fine() {
  static int32_t marks[3];
  marks[0] = place(-1), marks[1] = place(-0.0f), marks[2] = place(2);
  OpCase<Levels> c;
  c.attrs.first = -3, c.attrs.step = 2;
  c.in[0] = tensor(DType::kF32, shape(2, 4)), c.in[1] = tensor(DType::kS32, shape(1, 3));
  c.in[1].data = marks;
  c.out = quantized(shape(2, 4), kHalf, 0);
  return c;
}

}  // namespace

TEST(levels_counts_the_marks_that_each_element_reaches) {
  OpCase<Levels> c = fine();
  const float x[] = {-2, -1, -0.5f, -0.0f, 0, 1.9999f, 2, 1e30f};
  const int8_t y[] = {-3, -1, -1, 1, 1, 1, 3, 3};
  test::expect_makes<LevelsF32>(c, y, x, static_cast<const int32_t*>(c.in[1].data));
}

TEST(levels_orders_floats_as_numbers) {
  const float rising[] = {-3.4e38f, -1, -1e-40f, 0, 1e-40f, 1, 3.4e38f};
  for (size_t i = 1; i < sizeof rising / sizeof *rising; ++i) EXPECT(place(rising[i - 1]) < place(rising[i]));
}

TEST(levels_refuses_marks_that_are_none) {
  OpCase<Levels> c = fine();
  c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.in[1].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kChannels, 1));
  c = fine(), c.in[1].shape = shape(1, 256);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.attrs.step = 100;
  EXPECT(c.refused(Reason::kAttribute, kFirstOutput));
  c = fine(), c.out.shape = shape(4, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}
