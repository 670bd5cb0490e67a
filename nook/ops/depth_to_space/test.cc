#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(depth_to_space_equals_the_definition_on_random_shapes) {
  test::on_random_cases<DepthToSpace>(200, [](test::Rng& rng, test::OpCase<DepthToSpace>& c, DType type) {
    const int32_t n = rng.in(1, 3), channels = rng.in(1, 5);
    const Shape fine = shape(rng.in(1, 2), n * rng.in(1, 2), n * rng.in(1, 2), channels);
    const Shape coarse = shape(fine.dim[0], fine.dim[1] / n, fine.dim[2] / n, channels * n * n);
    c.attrs.block = n;
    c.in[0] = tensor(type, coarse);
    c.out = tensor(type, fine);
    test::expect_moved<DepthToSpaceAny>(rng, c, [&](const int32_t* at) {
      const int32_t pixel = at[1] % n * n + at[2] % n;
      const int32_t from[] = {at[0], at[1] / n, at[2] / n, pixel * channels + at[3]};
      return test::element_at(coarse, from);
    });
  });
}

TEST(depth_to_space_refuses_blocks_that_do_not_divide) {
  OpCase<DepthToSpace> c;
  c.in[0] = tensor(DType::kS8, shape(1, 4, 6, 4)), c.out = c.in[0], c.attrs.block = 0;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.block = -2;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.block = 3;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.block = 2;
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = shape(4, 6, 4);
  EXPECT(c.refused(Reason::kRank, 0));
}
