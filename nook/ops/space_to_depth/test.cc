#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(space_to_depth_equals_the_definition_on_random_shapes) {
  test::on_random_cases<SpaceToDepth>(200, [](test::Rng& rng, test::OpCase<SpaceToDepth>& c, DType type) {
    const int32_t n = rng.in(1, 3), channels = rng.in(1, 5);
    const Shape fine = shape(rng.in(1, 2), n * rng.in(1, 2), n * rng.in(1, 2), channels);
    const Shape coarse = shape(fine.dim[0], fine.dim[1] / n, fine.dim[2] / n, channels * n * n);
    c.attrs.block = n;
    c.in[0] = tensor(type, fine);
    c.out = tensor(type, coarse);
    test::expect_moved<SpaceToDepthAny>(rng, c, [&](const int32_t* at) {
      const int32_t pixel = at[3] / channels;
      const int32_t from[] = {at[0], at[1] * n + pixel / n, at[2] * n + pixel % n, at[3] % channels};
      return test::element_at(fine, from);
    });
  });
}

TEST(space_to_depth_refuses_blocks_that_do_not_divide) {
  OpCase<SpaceToDepth> c;
  c.in[0] = tensor(DType::kS8, shape(1, 4, 6, 4)), c.out = c.in[0], c.attrs.block = 0;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.block = -2;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.block = 3;
  EXPECT(c.refused(Reason::kInputShape, 0));
  c.attrs.block = 2;
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = shape(4, 6, 4);
  EXPECT(c.refused(Reason::kRank, 0));
}
