#include "nook/ops/mul/mul_op.h"
#include "tests/float_vectors_case.h"

TEST(mul_f32_kernels_equal_the_reference_on_random_vectors) {
  test::float_vectors_equal_the_reference<nook::Mul, nook::MulF32>();
}
