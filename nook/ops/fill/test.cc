#include "nook/ops/fill/fill_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(fill_repeats_its_value) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    test::Rng rng(seed);
    OpCase<Fill> c;
    c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(test::moved_type(seed), shape());
    c.out = tensor(test::moved_type(seed), test::random_shape(rng, 0, 400));
    test::expect_moved<MovedAny<Fill>>(
        rng, c, [](const int32_t*) { return 0; }, 1);
  }
}

TEST(fill_refuses_what_is_not_one_value) {
  OpCase<Fill> c;
  c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(DType::kS8, shape(2));
  c.out = tensor(DType::kS8, shape(2, 6));
  EXPECT(c.refused(Reason::kElements, 1));
  c.in[1] = tensor(DType::kF32, shape());
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c.in[1] = tensor(DType::kS8, shape()), c.out.shape = shape(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}
