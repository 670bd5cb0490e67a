/* Portable CONV_2D of floats with int8 weights: each input is read once for four outputs. */
#include "nook/kernels/dot/c99/add_rows_ref.h"
#include "nook/ops/conv2d/hybrid_rows.h"

void nook_conv2d_hybrid_c_rows(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float)) {
  images_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
