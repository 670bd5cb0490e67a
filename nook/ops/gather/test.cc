#include "nook/ops/gather/gather_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(gather_equals_the_definition_on_random_shapes) {
  test::on_random_cases<Gather>(300, [](test::Rng& rng, test::OpCase<Gather>& c, DType type) {
    Shape x = test::random_shape(rng, 1, 100);
    if (x.rank == kMaxRank) --x.rank;
    const int axis = rng.in(0, x.rank - 1), batches = rng.in(0, axis);
    Shape which, y;
    for (int d = 0; d < batches; ++d) which.dim[which.rank++] = x.dim[d];
    which.dim[which.rank++] = rng.in(1, 4);
    for (int d = 0; d < x.rank; ++d) y.dim[y.rank++] = d == axis ? which.dim[batches] : x.dim[d];
    static int32_t indices[1024];
    static int64_t wide[1024];
    for (int32_t i = 0; i < which.elements(); ++i)  // computed at run time: any value is possible
      indices[i] = rng.in(0, 9) ? rng.in(-3, x.dim[axis] + 2) : static_cast<int32_t>(rng.next());
    c.attrs.axis = rng.in(0, 1) ? axis : axis - x.rank, c.attrs.batch_dims = batches;
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    const bool is_wide = rng.in(0, 1) == 0;
    for (int32_t i = 0; i < which.elements(); ++i) wide[i] = indices[i] * (rng.in(0, 9) ? 1ll : 1ll << 20);
    c.in[1] = tensor(is_wide ? DType::kS64 : DType::kS32, which);
    test::expect_moved<GatherAny>(
        rng, c,
        [&](const int32_t* position) -> int32_t {
          int32_t at[kMaxRank] = {}, of_indices[kMaxRank] = {};
          for (int d = 0; d < batches; ++d) of_indices[d] = position[d];
          of_indices[batches] = position[axis];
          for (int d = 0; d < x.rank; ++d) at[d] = position[d];
          const int32_t i = test::element_at(which, of_indices);
          const int64_t index = is_wide ? wide[i] : indices[i];
          at[axis] = test::naive_clamp(index, 0, x.dim[axis] - 1);
          return test::element_at(x, at);
        },
        0, 0,
        is_wide ? test::Operand{wide, which.elements() * 8} : test::Operand{indices, which.elements() * 4});
  });
}

TEST(gather_refuses_constant_indices_that_do_not_exist) {
  static const int32_t far[] = {0, 3}, before[] = {-1, 0}, good[] = {2, 0};
  OpCase<Gather> c;
  c.in[0] = tensor(DType::kS8, shape(3, 4)), c.in[1] = constant(good),
  c.out = tensor(DType::kS8, shape(2, 4));
  EXPECT(c.prepare());
  c.in[1] = constant(far);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = constant(before);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = constant(good), c.attrs.axis = 2;
  EXPECT(c.refused(Reason::kAxis, 0));
  c.attrs.axis = 0, c.attrs.batch_dims = 1;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c.attrs.batch_dims = 0, c.in[1].type = DType::kS16;
  EXPECT(c.refused(Reason::kType, 1));
}
