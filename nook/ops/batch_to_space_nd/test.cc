#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"
#include "tests/movement_case.h"

using namespace nook;
using test::RandomBlocks, test::shape;

TEST(batch_to_space_nd_equals_the_definition_on_random_shapes) {
  const auto element = [](const RandomBlocks& blocks, const int32_t* position) -> int32_t {
    int32_t at[kMaxRank] = {};
    at[blocks.spatial + 1] = position[blocks.spatial + 1];
    int32_t pixel = 0;
    for (int i = 0; i < blocks.spatial; ++i) {
      const int32_t place = position[i + 1] + blocks.margins[2 * i];
      pixel = pixel * (i == 0 ? 1 : blocks.columns()) + place % blocks.block[i];
      at[i + 1] = place / blocks.block[i];
    }
    at[0] = pixel * blocks.whole.dim[0] + position[0];
    return test::element_at(blocks.many, at);
  };
  test::moves_blocks<PickedAny<BatchToSpaceNd>>(&RandomBlocks::many, &RandomBlocks::whole, element);
}

TEST(batch_to_space_nd_refuses_blocks_and_margins_that_do_not_fit) {
  test::refuses_other_blocks_and_margins<BatchToSpaceNd>(shape(4, 2, 2, 3), shape(1, 4, 4, 3),
                                                         {Reason::kPadding, 2}, {Reason::kInputShape, 0});
}
