#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"
#include "tests/movement_case.h"

using namespace nook;
using test::OpCase, test::RandomBlocks, test::shape;

TEST(space_to_batch_nd_equals_the_definition_on_random_shapes) {
  const auto element = [](const RandomBlocks& blocks, const int32_t* position) -> int32_t {
    int32_t at[kMaxRank] = {};
    at[blocks.spatial + 1] = position[blocks.spatial + 1];
    const int32_t batches = blocks.whole.dim[0], pixel = position[0] / batches;
    const int32_t within[] = {pixel / blocks.columns(), pixel % blocks.columns()};
    at[0] = position[0] % batches;
    for (int i = 0; i < blocks.spatial; ++i) {
      at[i + 1] = position[i + 1] * blocks.block[i] + within[i] - blocks.margins[2 * i];
      if (at[i + 1] < 0 || at[i + 1] >= blocks.whole.dim[i + 1]) return -1;
    }
    return test::element_at(blocks.whole, at);
  };
  test::moves_blocks<SpaceToBatchNdAny>(&RandomBlocks::whole, &RandomBlocks::many, element);
}

TEST(space_to_batch_nd_refuses_blocks_and_margins_that_do_not_fit) {
  test::refuses_other_blocks_and_margins<SpaceToBatchNd>(shape(1, 4, 4, 3), shape(4, 2, 2, 3),
                                                         {Reason::kTooLarge, kFirstOutput},
                                                         {Reason::kOutputShape, kFirstOutput});
}

TEST(space_to_batch_nd_pads_int8_with_the_zero_point) {
  static const int32_t one[] = {1}, margins[] = {1, 2};
  OpCase<SpaceToBatchNd> c;
  c.in[0] = test::quantized(shape(1, 2, 1), test::kHalf, -7),
  c.out = test::quantized(shape(1, 5, 1), test::kHalf, -7);
  c.in[1] = test::constant(one), c.in[2] = test::constant(margins);
  const int8_t x[] = {1, 2}, y[] = {-7, 1, 2, -7, -7};
  test::expect_makes<SpaceToBatchNdAny>(c, y, x);
}
