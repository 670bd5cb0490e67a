/* CONV_2D of floats with int8 weights on cores with DSP instructions. */
#include "nook/kernels/dot/armv7em/add_rows_dsp.h"
#include "nook/ops/conv2d/hybrid_rows.h"

void nook_conv2d_hybrid_dsp(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float)) {
  images_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
