#include <math.h>

#include "nook/ops/floor_mod/floor_mod_op.h"
#include "tests/binary_case.h"

using namespace nook;

// Uses integers, which floats represent exactly.
TEST(floor_mod_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<FloorMod, Binary<FloorMod, DType::kF32>, float, float>(
      DType::kF32, DType::kF32,
      [](const test::OpCase<FloorMod>&, float a, float b) {
        const float rest = a - b * floorf(a / b);
        return rest == 0 ? copysignf(0, a) : rest;
      },
      [](test::OpCase<FloorMod>&, test::Rng&) {}, 1);
}

TEST(floor_mod_equals_results_computed_by_hand) {
  const float a[] = {7, -7, 7, -7, 6, 0.5f}, b[] = {2, 2, -2, -2, 3, 1}, y[] = {1, 1, -1, -1, 0, 0.5f};
  test::OpCase<FloorMod> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kF32, test::shape(6));
  test::expect_makes<Binary<FloorMod, DType::kF32>>(c, y, a, b);
}

TEST(floor_mod_s32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<FloorMod, Binary<FloorMod, DType::kS32>, int32_t, int32_t>(
      DType::kS32, DType::kS32,
      [](const test::OpCase<FloorMod>&, int32_t a, int32_t b) {
        return a % b != 0 && (a < 0) != (b < 0) ? a % b + b : a % b;
      },
      [](test::OpCase<FloorMod>&, test::Rng&) {}, 1);
}

TEST(floor_mod_s32_equals_results_computed_by_hand) {
  const int32_t a[] = {7, -7, 7, -7, 6, 5, INT32_MIN}, b[] = {2, 2, -2, -2, 3, 0, -1},
                y[] = {1, 1, -1, -1, 0, 0, 0};
  test::OpCase<FloorMod> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kS32, test::shape(7));
  test::expect_makes<Binary<FloorMod, DType::kS32>>(c, y, a, b);
}

TEST(floor_mod_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<FloorMod>(DType::kF32, DType::kF32, DType::kS8);
}
