#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "tests/float_pools_case.h"

using nook::MaxPool2D, nook::MaxPool2DF32;

TEST(max_pool2d_f32_kernels_equal_the_reference_on_random_images) {
  test::float_pools_equal_the_reference<MaxPool2D, MaxPool2DF32>();
}

TEST(max_pool2d_f32_rows_from_a_ring_equal_the_reference) {
  test::float_pools_by_rows_equal_the_reference<MaxPool2D, MaxPool2DF32>();
}
