#include "nook/ops/gather_nd/gather_nd_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(gather_nd_equals_the_definition_on_random_shapes) {
  test::on_random_cases<GatherNd>(300, [](test::Rng& rng, test::OpCase<GatherNd>& c, DType type) {
    const Shape x = test::random_shape(rng, 1, 200);
    const int32_t depth = rng.in(1, x.rank), count = rng.in(1, 5);
    Shape y = shape(count);
    for (int d = depth; d < x.rank; ++d) y.dim[y.rank++] = x.dim[d];
    int32_t indices[5 * kMaxRank];
    for (int32_t i = 0; i < count * depth; ++i)  // computed at run time: any value is possible
      indices[i] = rng.in(0, 9) ? rng.in(-2, 7) : static_cast<int32_t>(rng.next());
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    c.in[1] = tensor(DType::kS32, shape(count, depth));
    test::expect_moved<GatherNdAny>(rng, c,
                                    [&](const int32_t* position) -> int32_t {
                                      int32_t at[kMaxRank] = {};
                                      for (int d = 0; d < depth; ++d)
                                        at[d] = nook_clamp(indices[position[0] * depth + d], 0, x.dim[d] - 1);
                                      for (int d = depth; d < x.rank; ++d) at[d] = position[d - depth + 1];
                                      return test::element_at(x, at);
                                    },
                                    0, 0, {indices, count * depth * 4});
  });
}

TEST(gather_nd_refuses_constant_indices_that_do_not_exist) {
  static const int32_t far[] = {0, 4}, before[] = {-1, 0}, good[] = {2, 3};
  OpCase<GatherNd> c;
  c.in[0] = tensor(DType::kS8, shape(3, 4)), c.in[1] = constant(good), c.out = tensor(DType::kS8, shape());
  EXPECT(c.prepare());
  c.in[1] = constant(far);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = constant(before);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = tensor(DType::kS32, shape(3));
  EXPECT(c.refused(Reason::kElements, 1));
}
