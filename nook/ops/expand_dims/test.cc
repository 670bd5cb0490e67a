#include "nook/ops/expand_dims/expand_dims_op.h"
#include "tests/movement_case.h"

using namespace nook;

namespace {

test::OpCase<ExpandDims> case_with_axis() {
  test::OpCase<ExpandDims> c;
  c.in[1] = test::tensor(DType::kS32, test::shape(1));
  return c;
}

}  // namespace

TEST(expand_dims_copies_every_byte_of_every_element_type) {
  test::on_random_cases<ExpandDims>(100, [](test::Rng& rng, test::OpCase<ExpandDims>&, DType type) {
    test::copies_every_byte<RenamedAny<ExpandDims>>(rng, case_with_axis(), type, test::Ones::kAdded);
  });
}

TEST(expand_dims_refuses_shapes_that_differ_in_more_than_ones) {
  test::refuses_more_than_ones(case_with_axis());
}
