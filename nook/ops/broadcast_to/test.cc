#include "nook/ops/broadcast_to/broadcast_to_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(broadcast_to_equals_the_definition_on_random_shapes) {
  test::on_random_cases<BroadcastTo>(300, [](test::Rng& rng, test::OpCase<BroadcastTo>& c, DType type) {
    const Shape y = test::random_shape(rng, 0, 400);
    const int left_out = rng.in(0, y.rank);
    Shape x;
    for (int d = left_out; d < y.rank; ++d) x.dim[x.rank++] = rng.in(0, 1) ? 1 : y.dim[d];
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    c.in[1] = tensor(DType::kS32, shape(y.rank));
    test::expect_moved<MovedAny<BroadcastTo>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      for (int d = 0; d < x.rank; ++d) at[d] = x.dim[d] == 1 ? 0 : position[d + left_out];
      return test::element_at(x, at);
    });
  });
}

TEST(broadcast_to_refuses_shapes_that_do_not_fit) {
  OpCase<BroadcastTo> c;
  c.in[0] = tensor(DType::kS8, shape(2, 3)), c.in[1] = tensor(DType::kS32, shape(2));
  c.out = tensor(DType::kS8, shape(2, 6));
  EXPECT(c.refused(Reason::kBroadcast, 0));
  c.out.shape = shape(3);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c.out.shape = shape(0, 2, 3);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}
