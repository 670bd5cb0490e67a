#include "nook/ops/add/add_op.h"
#include "tests/float_vectors_case.h"

TEST(add_f32_kernels_equal_the_reference_on_random_vectors) {
  test::float_vectors_equal_the_reference<nook::Add, nook::AddF32>();
}
