#define NOOK_LANES_BEFORE (NOOK_LANES_PART / NOOK_LANES_TOGETHER)
#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"
#include "nook/ops/conv2d/lanes.h"

static const void* dot(const nook_lanes_job* job) { return nook_dot_lanes_thumb1(job); }

NOOK_CONV2D_OF_PIXEL_LANES(nook_conv2d_s8_thumb1_1x1_lanes)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_thumb1_lanes, row_of_windows)
