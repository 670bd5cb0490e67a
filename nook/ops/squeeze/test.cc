#include "nook/ops/squeeze/squeeze_op.h"
#include "tests/movement_case.h"

using namespace nook;

TEST(squeeze_copies_every_byte_of_every_element_type) {
  test::on_random_cases<Squeeze>(100, [](test::Rng& rng, test::OpCase<Squeeze>& c, DType type) {
    test::copies_every_byte<RenamedAny<Squeeze>>(rng, c, type, test::Ones::kRemoved);
  });
}

TEST(squeeze_refuses_shapes_that_differ_in_more_than_ones) {
  test::refuses_more_than_ones(test::OpCase<Squeeze>());
}
