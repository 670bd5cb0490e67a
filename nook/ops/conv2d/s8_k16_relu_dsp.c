#include "nook/ops/conv2d/k16.h"

/* Negative outputs are clamped away. */
static void dot_few(nook_dot_k16* job, int32_t words) { nook_dot_k16_relu_dsp(job, words); }

NOOK_CONV2D_OF_FEW(nook_conv2d_s8_dsp_k16_relu)
NOOK_CONV2D_OF_EACH_PIXEL(nook_conv2d_s8_dsp_1x1_k16_relu, few_pixels)
