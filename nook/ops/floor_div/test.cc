#include <math.h>

#include "nook/ops/floor_div/floor_div_op.h"
#include "tests/binary_case.h"

using namespace nook;

// Uses integers, which floats represent exactly.
TEST(floor_div_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<FloorDiv, Binary<FloorDiv, DType::kF32>, float, float>(
      DType::kF32, DType::kF32, [](const test::OpCase<FloorDiv>&, float a, float b) { return floorf(a / b); },
      [](test::OpCase<FloorDiv>&, test::Rng&) {}, 1);
}

TEST(floor_div_equals_results_computed_by_hand) {
  const float a[] = {7, -7, 7, -7, 6, 0.5f}, b[] = {2, 2, -2, -2, 3, 1}, y[] = {3, -4, -4, 3, 2, 0};
  test::OpCase<FloorDiv> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kF32, test::shape(6));
  test::expect_makes<Binary<FloorDiv, DType::kF32>>(c, y, a, b);
}

TEST(floor_div_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<FloorDiv, Binary<FloorDiv, DType::kS32>, int32_t, int32_t>(
      DType::kS32, DType::kS32,
      [](const test::OpCase<FloorDiv>&, int32_t a, int32_t b) {
        return (a < 0) != (b < 0) && a % b != 0 ? a / b - 1 : a / b;
      },
      [](test::OpCase<FloorDiv>&, test::Rng&) {}, 1);
}

TEST(floor_div_s32_equals_results_computed_by_hand) {
  const int32_t a[] = {7, -7, 7, -7, 6, 5, INT32_MIN}, b[] = {2, 2, -2, -2, 3, 0, -1},
                y[] = {3, -4, -4, 3, 2, 0, INT32_MIN};
  test::OpCase<FloorDiv> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kS32, test::shape(7));
  test::expect_makes<Binary<FloorDiv, DType::kS32>>(c, y, a, b);
}

TEST(floor_div_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<FloorDiv>(DType::kF32, DType::kF32, DType::kS8);
}
