#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(batch_to_space_nd_equals_the_definition_on_random_shapes) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<BatchToSpaceNd> c;
    const test::RandomBlocks blocks(rng);
    const Shape &whole = blocks.whole, &many = blocks.many;
    const int32_t spatial = blocks.spatial, (&block)[2] = blocks.block, (&margins)[4] = blocks.margins;
    const DType type = test::moved_type(seed % 5);
    c.in[0] = tensor(type, many), c.out = tensor(type, whole);
    c.in[1] = constant(block, spatial), c.in[2] = constant(margins, 2 * spatial);
    const int32_t batches = whole.dim[0], columns = spatial == 2 ? block[1] : 1;
    test::expect_moved<PickedAny<BatchToSpaceNd>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      at[spatial + 1] = position[spatial + 1];
      int32_t pixel = 0;
      for (int i = 0; i < spatial; ++i) {
        const int32_t place = position[i + 1] + margins[2 * i];
        pixel = pixel * (i == 0 ? 1 : columns) + place % block[i];
        at[i + 1] = place / block[i];
      }
      at[0] = pixel * batches + position[0];
      return test::element_at(many, at);
    });
  }
}

TEST(batch_to_space_nd_refuses_blocks_and_margins_that_do_not_fit) {
  static const int32_t two[] = {2, 2}, none[] = {0, 2}, huge[] = {INT32_MAX, 2};
  static const int32_t margins[] = {0, 0, 0, 0}, negative[] = {-1, 0, 0, 0}, wide[] = {0, INT32_MAX, 0, 0};
  OpCase<BatchToSpaceNd> c;
  const Shape whole = shape(1, 4, 4, 3), many = shape(4, 2, 2, 3);
  c.in[0] = tensor(DType::kS8, many), c.out = tensor(DType::kS8, whole);
  c.in[1] = constant(two), c.in[2] = constant(margins);
  EXPECT(c.prepare());
  c.in[1] = constant(none);
  EXPECT(c.refused(Reason::kAttribute, 1));
  c.in[1] = constant(huge);
  EXPECT(c.refused(Reason::kAttribute, 1));
  c.in[1] = constant(two), c.in[2] = constant(negative);
  EXPECT(c.refused(Reason::kPadding, 2));
  c.in[2] = constant(wide);
  EXPECT(c.refused(Reason::kPadding, 2));
  c.in[2] = constant(margins), c.in[0].shape = shape(3, 2, 2, 3);
  EXPECT(c.refused(Reason::kInputShape, 0));
  c.in[0].shape = shape(4, 3);
  EXPECT(c.refused(Reason::kRank, 0));
}
