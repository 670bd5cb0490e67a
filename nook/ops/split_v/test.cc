#include "nook/ops/split_v/split_v_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

test::PartsCase<SplitV> s8_case() {
  static const int32_t sizes[] = {1, 3}, axis[] = {1};
  test::PartsCase<SplitV> c;
  c.in[0] = test::quantized(shape(2, 4), kHalf, 3), c.in[1] = constant(sizes), c.in[2] = constant(axis);
  c.out[0] = test::quantized(shape(2, 1), kHalf, 3), c.out[1] = test::quantized(shape(2, 3), kHalf, 3);
  return c;
}

}  // namespace

TEST(split_v_equals_the_definition_on_random_shapes_and_axes) {
  using Case = PartsCase<SplitV>;
  on_random_cases<SplitV, Case>(300, [](Rng& rng, Case& c, DType type) {
    Shape whole = test::random_shape(rng, 1, 15);
    const int axis = rng.in(0, whole.rank - 1);
    const int32_t given[] = {rng.in(0, 1) ? axis : axis - whole.rank}, sizes[test::kMostParts] = {};
    c.outputs = static_cast<size_t>(rng.in(1, static_cast<int32_t>(test::kMostParts)));
    Shape part = whole;
    whole.dim[axis] = 0;
    for (size_t i = 0; i < c.outputs; ++i) {
      part.dim[axis] = rng.in(1, 4);
      whole.dim[axis] += part.dim[axis];
      c.out[i] = tensor(type, part);
    }
    c.in[0] = tensor(type, whole), c.in[1] = constant(sizes), c.in[2] = constant(given);
    c.expect_parts(rng, axis);
  });
}

TEST(split_v_refuses_an_axis_that_does_not_exist_and_parts_of_another_sum) {
  test::PartsCase<SplitV> c = s8_case();
  const int32_t axes[] = {2, -3, INT32_MIN, INT32_MAX};
  for (const int32_t axis : axes) {
    const int32_t given[] = {axis};
    c.in[2] = constant(given);
    EXPECT(c.refused(Reason::kAxis, 2));
  }
  c = s8_case(), c.out[1].shape = shape(2, 2);
  EXPECT(c.refused(Reason::kOutputShape, 0));
  c = s8_case(), c.out[1].shape = shape(1, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput + 1));
  c = s8_case(), c.out[0].shape = shape(2, 0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = s8_case(), c.out[0].shape = shape(2);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = s8_case(), c.out[1].zero_point = 4;
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput + 1));
  c = s8_case(), c.in[2].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 2));
}
