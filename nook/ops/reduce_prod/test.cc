#include "nook/ops/reduce_prod/reduce_prod_op.h"
#include "tests/reduction_case.h"

using namespace nook;

TEST(reduce_prod_s32_equals_the_definition_on_random_axes) {
  test::reduces<ReduceProd, Reduction<ReduceProd, DType::kS32>, int32_t>(
      DType::kS32, 1, [](int32_t y, int32_t x) {
        return static_cast<int32_t>(static_cast<uint32_t>(y) * static_cast<uint32_t>(x));
      });
}

TEST(reduce_prod_f32_equals_results_computed_by_hand) {
  static const int32_t axis[] = {0};
  test::OpCase<ReduceProd> c;
  c.in[0] = test::tensor(DType::kF32, test::shape(3, 2)), c.in[1] = test::constant(axis);
  c.out = test::tensor(DType::kF32, test::shape(2));
  const float x[] = {1.5f, -2, 4, 3, 0.5f, 8}, y[] = {3, -48};
  test::expect_makes<Reduction<ReduceProd, DType::kF32>>(c, y, x);
}

TEST(reduce_prod_refuses_shapes_axes_and_types) {
  test::refuses_shapes_axes_and_types<ReduceProd>(DType::kF32, DType::kS8);
}
