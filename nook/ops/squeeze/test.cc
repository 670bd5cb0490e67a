#include "nook/ops/squeeze/squeeze_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(squeeze_copies_every_byte_of_every_element_type) {
  test::on_random_cases<Squeeze>(100, [](test::Rng& rng, test::OpCase<Squeeze>& c, DType type) {
    Shape x = test::random_shape(rng, 1, 200);
    if (x.rank == kMaxRank) --x.rank;
    Shape longer;
    const int at = rng.in(0, x.rank);
    for (int d = 0; d <= x.rank; ++d) {
      if (d == at) longer.dim[longer.rank++] = 1;
      if (d < x.rank) longer.dim[longer.rank++] = x.dim[d];
    }
    c.in[0] = tensor(type, longer);
    c.out = tensor(type, x);

    test::expect_moved<RenamedAny<Squeeze>>(
        rng, c, [&](const int32_t* position) -> int32_t { return test::element_at(c.out.shape, position); });
  });
}

TEST(squeeze_refuses_shapes_that_differ_in_more_than_ones) {
  OpCase<Squeeze> c;
  c.in[0] = tensor(DType::kS8, shape(2, 1, 6)), c.out = tensor(DType::kS8, shape(6, 2));

  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.out.shape = shape(12);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.out.shape = shape(2, 5);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c.out = tensor(DType::kU8, shape(2, 6));
  EXPECT(c.refused(Reason::kType, kFirstOutput));
}
