#include "nook/ops/conv2d/k16.h"

static void dot_few(nook_dot_k16* job, int32_t words) { nook_dot_k16_dsp(job, words); }

NOOK_CONV2D_OF_FEW(nook_conv2d_s8_dsp_k16)
NOOK_CONV2D_OF_EACH_PIXEL(nook_conv2d_s8_dsp_1x1_k16, few_pixels)
