#include "nook/ops/padv2/padv2_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(padv2_equals_the_definition_on_random_shapes) {
  test::on_random_cases<Padv2>(300, [](test::Rng& rng, test::OpCase<Padv2>& c, DType type) {
    const Shape x = test::random_shape_or_image(rng, 0, 60);
    Shape y = x;
    int32_t margins[2 * kMaxRank] = {};
    for (int d = 0; d < x.rank; ++d) {
      if (y.elements() / y.dim[d] * (y.dim[d] + 4) > 500) continue;
      margins[2 * d] = rng.in(0, 2), margins[2 * d + 1] = rng.in(0, 2);
      y.dim[d] += margins[2 * d] + margins[2 * d + 1];
    }
    c.in[0] = tensor(type, x), c.out = tensor(type, y), c.in[1] = constant(margins, 2 * x.rank);
    c.in[2] = tensor(type, shape());
    alignas(8) int8_t value[8];
    memset(value, 0x35, sizeof value);
    test::expect_moved<Padv2Any>(rng, c,
                                 [&](const int32_t* position) -> int32_t {
                                   int32_t at[kMaxRank] = {};
                                   for (int d = 0; d < x.rank; ++d) {
                                     at[d] = position[d] - margins[2 * d];
                                     if (at[d] < 0 || at[d] >= x.dim[d]) return -1;
                                   }
                                   return test::element_at(x, at);
                                 },
                                 0, 0x35, {}, {value, size_of(type)});
  });
}

TEST(padv2_refuses_a_value_that_is_not_like_its_output) {
  static const int32_t margins[] = {1, 0};
  OpCase<Padv2> c;
  c.in[0] = test::quantized(shape(2), kHalf, 3), c.out = test::quantized(shape(3), kHalf, 3);
  c.in[1] = constant(margins), c.in[2] = test::quantized(shape(), kHalf, 3);
  EXPECT(c.prepare());
  c.in[2].zero_point = 4;
  EXPECT(c.refused(Reason::kQuantization, 2));
  c.in[2] = test::quantized(shape(2), kHalf, 3);
  EXPECT(c.refused(Reason::kElements, 2));
  c.in[2] = tensor(DType::kF32, shape());
  EXPECT(c.refused(Reason::kType, 2));
}
