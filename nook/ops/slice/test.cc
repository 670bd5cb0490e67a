#include "nook/ops/slice/slice_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Slice> s8_case() {
  static const int32_t begin[] = {0, 1}, size[] = {2, -1};
  OpCase<Slice> c;
  c.in[0] = tensor(DType::kS8, shape(3, 4)), c.in[1] = constant(begin), c.in[2] = constant(size);
  c.out = tensor(DType::kS8, shape(2, 3));
  return c;
}

}  // namespace

TEST(slice_equals_the_definition_on_random_shapes) {
  test::on_random_cases<Slice>(300, [](test::Rng& rng, test::OpCase<Slice>& c, DType type) {
    const Shape x = test::random_shape(rng, 0, 400);
    Shape y = x;
    int32_t begin[kMaxRank] = {}, size[kMaxRank] = {};
    for (int d = 0; d < x.rank; ++d) {
      begin[d] = rng.in(0, x.dim[d] - 1);
      y.dim[d] = rng.in(1, x.dim[d] - begin[d]);
      size[d] = y.dim[d] == x.dim[d] - begin[d] && rng.in(0, 1) ? -1 : y.dim[d];
    }
    c.in[0] = tensor(type, x), c.out = tensor(type, y);
    c.in[1] = constant(begin, x.rank), c.in[2] = constant(size, x.rank);
    test::expect_moved<MovedAny<Slice>>(rng, c, [&](const int32_t* position) -> int32_t {
      int32_t at[kMaxRank] = {};
      for (int d = 0; d < x.rank; ++d) at[d] = position[d] + begin[d];
      return test::element_at(x, at);
    });
  });
}

TEST(slice_refuses_ranges_outside_its_operand) {
  static const int32_t far[] = {3, 0}, before[] = {0, -1}, large[] = {2, 4}, none[] = {0, 1};
  OpCase<Slice> c = s8_case();
  c.in[1] = constant(far);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = constant(before);
  EXPECT(c.refused(Reason::kAxis, 1));
  c = s8_case(), c.in[2] = constant(large);
  EXPECT(c.refused(Reason::kAxis, 2));
  c.in[2] = constant(none);
  EXPECT(c.refused(Reason::kAxis, 2));
  c = s8_case(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = s8_case(), c.out.shape = shape(3, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}
