#include "nook/ops/fill/fill_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(fill_repeats_its_value) {
  test::on_random_cases<Fill>(60, [](test::Rng& rng, test::OpCase<Fill>& c, DType type) {
    c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(type, shape());
    c.out = tensor(type, test::random_shape(rng, 0, 400));
    test::expect_moved<MovedAny<Fill>>(
        rng, c, [](const int32_t*) { return 0; }, 1);
  });
}

TEST(fill_refuses_more_than_one_value_and_other_types) {
  OpCase<Fill> c;
  c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(DType::kS8, shape(2));
  c.out = tensor(DType::kS8, shape(2, 6));
  EXPECT(c.refused(Reason::kElements, 1));
  c.in[1] = tensor(DType::kF32, shape());
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c.in[1] = tensor(DType::kS8, shape()), c.out.shape = shape(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}
