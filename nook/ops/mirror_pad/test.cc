#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(mirror_pad_equals_the_definition_on_random_shapes) {
  test::on_random_cases<MirrorPad>(300, [](test::Rng& rng, test::OpCase<MirrorPad>& c, DType type) {
    Shape x = test::random_shape_or_image(rng, 0, 60), y = x;
    c.attrs.symmetric = rng.in(0, 1) == 1;
    int32_t margins[2 * kMaxRank] = {};
    for (int d = 0; d < x.rank; ++d) {
      const int32_t most = c.attrs.symmetric ? x.dim[d] : x.dim[d] - 1;
      if (y.elements() * (2 * most + x.dim[d]) > 400 * x.dim[d]) continue;
      margins[2 * d] = rng.in(0, most), margins[2 * d + 1] = rng.in(0, most);
      y.dim[d] += margins[2 * d] + margins[2 * d + 1];
    }
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    c.in[1] = constant(margins, 2 * x.rank);
    test::expect_moved<PickedAny<MirrorPad>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      const int32_t edge = c.attrs.symmetric ? 1 : 0;
      for (int d = 0; d < x.rank; ++d) {
        at[d] = position[d] - margins[2 * d];
        if (at[d] < 0) at[d] = -at[d] - edge;
        if (at[d] >= x.dim[d]) at[d] = 2 * x.dim[d] - 2 - at[d] + edge;
      }
      return test::element_at(x, at);
    });
  });
}

TEST(mirror_pad_refuses_margins_larger_than_the_mirrored_part) {
  static const int32_t two[] = {2, 0}, three[] = {0, 3}, negative[] = {-1, 0};
  OpCase<MirrorPad> c;
  c.in[0] = tensor(DType::kS8, shape(2)), c.out = tensor(DType::kS8, shape(4)), c.in[1] = constant(two);
  EXPECT(c.refused(Reason::kPadding, 1));
  c.attrs.symmetric = true;
  EXPECT(c.prepare());
  c.in[1] = constant(three);
  EXPECT(c.refused(Reason::kPadding, 1));
  c.in[1] = constant(negative);
  EXPECT(c.refused(Reason::kPadding, 1));
  const size_t needed = (c.in[1] = constant(two), (void)c.prepare(), c.arena.used());
  for (c.memory_bytes = 0; c.memory_bytes < needed; ++c.memory_bytes)
    EXPECT(c.refused(Reason::kPersistent, 0));
}
