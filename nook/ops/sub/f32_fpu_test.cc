#include "nook/ops/sub/sub_op.h"
#include "tests/float_vectors_case.h"

TEST(sub_f32_kernels_equal_the_reference_on_random_vectors) {
  test::float_vectors_equal_the_reference<nook::Sub, nook::SubF32>();
}
