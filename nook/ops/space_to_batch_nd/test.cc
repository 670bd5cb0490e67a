#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(space_to_batch_nd_equals_the_definition_on_random_shapes) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<SpaceToBatchNd> c;
    const test::RandomBlocks blocks(rng);
    const Shape &whole = blocks.whole, &many = blocks.many;
    const int32_t spatial = blocks.spatial, (&block)[2] = blocks.block, (&margins)[4] = blocks.margins;
    const DType type = test::moved_type(seed % 5);
    c.in[0] = tensor(type, whole), c.out = tensor(type, many);
    c.in[1] = constant(block, spatial), c.in[2] = constant(margins, 2 * spatial);
    const int32_t batches = whole.dim[0], columns = spatial == 2 ? block[1] : 1;
    test::expect_moved<SpaceToBatchNdAny>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      at[spatial + 1] = position[spatial + 1];
      const int32_t pixel = position[0] / batches;
      const int32_t within[] = {pixel / columns, pixel % columns};
      at[0] = position[0] % batches;
      for (int i = 0; i < spatial; ++i) {
        at[i + 1] = position[i + 1] * block[i] + within[i] - margins[2 * i];
        if (at[i + 1] < 0 || at[i + 1] >= whole.dim[i + 1]) return -1;
      }
      return test::element_at(whole, at);
    });
  }
}

TEST(space_to_batch_nd_refuses_blocks_and_margins_that_do_not_fit) {
  static const int32_t two[] = {2, 2}, none[] = {0, 2}, huge[] = {INT32_MAX, 2};
  static const int32_t margins[] = {0, 0, 0, 0}, negative[] = {-1, 0, 0, 0}, wide[] = {0, INT32_MAX, 0, 0};
  OpCase<SpaceToBatchNd> c;
  const Shape whole = shape(1, 4, 4, 3), many = shape(4, 2, 2, 3);
  c.in[0] = tensor(DType::kS8, whole), c.out = tensor(DType::kS8, many);
  c.in[1] = constant(two), c.in[2] = constant(margins);
  EXPECT(c.prepare());
  c.in[1] = constant(none);
  EXPECT(c.refused(Reason::kAttribute, 1));
  c.in[1] = constant(huge);
  EXPECT(c.refused(Reason::kAttribute, 1));
  c.in[1] = constant(two), c.in[2] = constant(negative);
  EXPECT(c.refused(Reason::kPadding, 2));
  c.in[2] = constant(wide);
  EXPECT(c.refused(Reason::kTooLarge, kFirstOutput));
  c.in[2] = constant(margins), c.in[0].shape = shape(3, 4, 4, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = shape(4, 3);
  EXPECT(c.refused(Reason::kRank, 0));
}

TEST(space_to_batch_nd_pads_int8_with_the_zero_point) {
  static const float half = 0.5f;
  static const int32_t one[] = {1}, margins[] = {1, 2};
  OpCase<SpaceToBatchNd> c;
  c.in[0] = test::quantized(shape(1, 2, 1), half, -7), c.out = test::quantized(shape(1, 5, 1), half, -7);
  c.in[1] = constant(one), c.in[2] = constant(margins);
  const int8_t x[] = {1, 2}, y[] = {-7, 1, 2, -7, -7};
  test::expect_makes<SpaceToBatchNdAny>(c, y, x);
}
