#define NOOK_DEPTH_UNIT 4
#include "nook/kernels/dot/avx_vnni/dot_eight_vnni.h"
#include "nook/ops/conv2d/windows_avx2.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_vnni(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_vnni_1x1)

NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_vnni, row_in_scratch)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_vnni_stack, row_with_stack)
