#define NOOK_DEPTH_UNIT 16
#include "nook/kernels/dot/avx2/dot_eight_avx2.h"
#include "nook/ops/conv2d/windows_avx2.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_avx2(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_avx2_1x1)

NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_avx2, row_in_scratch)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_avx2_stack, row_with_stack)
