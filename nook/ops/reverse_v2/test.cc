#include "nook/ops/reverse_v2/reverse_v2_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(reverse_v2_equals_the_definition_on_random_shapes) {
  test::on_random_cases<ReverseV2>(300, [](test::Rng& rng, test::OpCase<ReverseV2>& c, DType type) {
    const Shape x = test::random_shape(rng, 1, 400);
    int32_t axes[kMaxRank] = {}, count = 0;
    bool turned[kMaxRank] = {};
    for (int d = 0; d < x.rank; ++d)
      if (rng.in(0, 1)) axes[count++] = rng.in(0, 1) ? d : d - x.rank, turned[d] = true;
    c.in[0] = c.out = tensor(type, x), c.in[1] = constant(axes, count);
    test::expect_moved<MovedAny<ReverseV2>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      for (int d = 0; d < x.rank; ++d) at[d] = turned[d] ? x.dim[d] - 1 - position[d] : position[d];
      return test::element_at(x, at);
    });
  });
}

TEST(reverse_v2_refuses_axes_that_do_not_exist_or_are_twice) {
  static const int32_t far[] = {2}, twice[] = {1, -1}, three[] = {0, 1, 2};
  OpCase<ReverseV2> c;
  c.in[0] = c.out = tensor(DType::kS8, shape(2, 3));
  test::refuses_constants(c, Reason::kAxis, far, twice);
  test::refuses_constants(c, Reason::kElements, three);
}
