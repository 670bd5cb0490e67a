/* 3 by 3 taps of one channel with a stride of 2, as in the first layer for grey images, with a fused RELU:
 * two pixels and four outputs at a time. */
#include "nook/kernels/dot/armv7em_fpu/dot_3x3s2_fpu.h"

#define NOOK_STRIDE      2
#define NOOK_OF_CHANNELS 1
#include "nook/ops/conv2d/make_row_parts.h"

static inline void make_parts(const nook_row_parts* job) { nook_dot_3x3s2_fpu(job); }

NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_fpu_3x3s2_k9_2x4, make_row)
