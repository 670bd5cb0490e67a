#include "nook/ops/tile/tile_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(tile_equals_the_definition_on_random_shapes) {
  test::on_random_cases<Tile>(300, [](test::Rng& rng, test::OpCase<Tile>& c, DType type) {
    const Shape x = test::random_shape(rng, 0, 60);
    Shape y = x;
    for (int d = 0; d < y.rank; ++d) y.dim[d] *= rng.in(0, 2) == 0 ? rng.in(1, 3) : 1;
    int loops = 0;  // at most
    for (int d = 0; d < y.rank; ++d) loops += (y.dim[d] > x.dim[d]) + (x.dim[d] > 1);
    if (y.elements() > 500 || loops > kMaxRank) return;
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    c.in[1] = tensor(DType::kS32, shape(x.rank));
    test::expect_moved<MovedAny<Tile>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      for (int d = 0; d < x.rank; ++d) at[d] = position[d] % x.dim[d];
      return test::element_at(x, at);
    });
  });
}

TEST(tile_refuses_shapes_that_do_not_fit) {
  OpCase<Tile> c;
  c.in[0] = tensor(DType::kS8, shape(2, 3)), c.in[1] = tensor(DType::kS32, shape(2));
  c.out = tensor(DType::kS8, shape(4, 4));
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.out.shape = shape(6);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c.out.shape = shape(0, 3);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c.out = tensor(DType::kF32, shape(4, 3));
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c.in[0].type = c.out.type = DType::kS4;
  EXPECT(c.no_form());
}

TEST(tile_counts_loops_that_are_one_as_one) {
  OpCase<Tile> c;
  c.in[0] = tensor(DType::kS8, shape(1, 2, 2, 1, 1)), c.in[1] = tensor(DType::kS32, shape(5));
  c.out = tensor(DType::kS8, shape(3, 2, 4, 2, 2));  // 2 * 2 in two adjacent dimensions at the end
  EXPECT(c.prepare());
  c.in[0].shape = shape(2, 2, 1, 6, 1), c.out.shape = shape(6, 2, 3, 18, 3);
  EXPECT(c.prepare());
}

TEST(tile_refuses_more_loops_than_it_walks) {
  OpCase<Tile> c;
  c.in[0] = tensor(DType::kS8, shape(2, 2, 2, 2)), c.in[1] = tensor(DType::kS32, shape(4));
  c.out = tensor(DType::kS8, shape(4, 2, 4, 2));
  EXPECT(c.prepare());
  c.out.shape = shape(4, 4, 4, 4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
}
