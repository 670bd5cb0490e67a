#include <math.h>

#include "nook/ops/pow/pow_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(pow_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Pow, Binary<Pow, DType::kF32>, float, float>(
      DType::kF32, DType::kF32, [](const test::OpCase<Pow>&, float a, float b) { return powf(a, b); },
      [](test::OpCase<Pow>&, test::Rng&) {});
}

TEST(pow_s32_equals_results_computed_by_hand) {
  const int32_t a[] = {3, -2, 7, 0, 0, 10, 1, -1, -1, 2, 0, 3};
  const int32_t b[] = {4, 5, 0, 0, 3, 9, -5, -3, -2, -1, -1, 40};
  const int32_t y[] = {81, -32, 1, 1, 0, 1000000000, 1, -1, 1, 0, 0, 689956897};  // 3^40 modulo 2^32
  test::OpCase<Pow> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kS32, test::shape(12));
  test::expect_makes<Binary<Pow, DType::kS32>>(c, y, a, b);
}

TEST(pow_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Pow>(DType::kF32, DType::kF32, DType::kS8);
}
