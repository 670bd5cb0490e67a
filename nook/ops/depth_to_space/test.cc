#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "tests/movement_case.h"

using namespace nook;
using test::Images;

TEST(depth_to_space_equals_the_definition_on_random_shapes) {
  const auto element = [](const Images& of, const int32_t* at) {
    const int32_t pixel = at[1] % of.n * of.n + at[2] % of.n;
    const int32_t from[] = {at[0], at[1] / of.n, at[2] / of.n, pixel * of.channels + at[3]};
    return test::element_at(of.coarse, from);
  };
  test::moves_pixels<BlocksForm<DepthToSpace>>(&Images::coarse, &Images::fine, element);
}

TEST(depth_to_space_refuses_blocks_that_do_not_divide) {
  test::refuses_blocks_that_do_not_divide<DepthToSpace>(Reason::kAttribute);
}
