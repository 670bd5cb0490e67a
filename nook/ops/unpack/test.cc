#include "nook/ops/unpack/unpack_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

test::PartsCase<Unpack> s8_case() {
  test::PartsCase<Unpack> c;
  c.attrs.axis = 1;
  c.in[0] = test::quantized(shape(3, 2), kHalf, 3);
  c.out[0] = c.out[1] = test::quantized(shape(3), kHalf, 3);
  return c;
}

}  // namespace

TEST(unpack_equals_the_definition_on_random_shapes_and_axes) {
  using Case = PartsCase<Unpack>;
  on_random_cases<Unpack, Case>(300, [](Rng& rng, Case& c, DType type) {
    const Shape whole = test::random_shape(rng, 1, 200);
    const int axis = rng.in(0, whole.rank - 1);
    c.attrs.axis = rng.in(0, 1) ? axis : axis - whole.rank;
    c.outputs = static_cast<size_t>(whole.dim[axis]);
    Shape part;
    for (int d = 0; d < whole.rank; ++d)
      if (d != axis) part.dim[part.rank++] = whole.dim[d];
    c.in[0] = tensor(type, whole);
    for (TensorInfo& y : c.out) y = tensor(type, part);
    c.expect_parts(rng, axis);
  });
}

TEST(unpack_refuses_an_axis_that_does_not_exist_and_another_number_of_parts) {
  test::PartsCase<Unpack> c = s8_case();
  refuses_values(c, c.attrs.axis, Reason::kAxis, {2, -3, INT32_MIN, INT32_MAX});
  c = s8_case(), c.outputs = 1;
  EXPECT(c.refused(Reason::kOperandCount, kFirstOutput));
  c = s8_case(), c.out[1].shape = shape(2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput + 1));
  c = s8_case(), c.out[1].zero_point = 4;
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput + 1));
}
