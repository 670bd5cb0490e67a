#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "tests/movement_case.h"

using namespace nook;
using test::Images;

TEST(space_to_depth_equals_the_definition_on_random_shapes) {
  const auto element = [](const Images& of, const int32_t* at) {
    const int32_t pixel = at[3] / of.channels;
    const int32_t from[] = {at[0], at[1] * of.n + pixel / of.n, at[2] * of.n + pixel % of.n,
                            at[3] % of.channels};
    return test::element_at(of.fine, from);
  };
  test::moves_pixels<BlocksForm<SpaceToDepth>>(&Images::fine, &Images::coarse, element);
}

TEST(space_to_depth_refuses_blocks_that_do_not_divide) {
  test::refuses_blocks_that_do_not_divide<SpaceToDepth>(Reason::kInputShape);
}
