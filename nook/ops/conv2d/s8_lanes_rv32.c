#define NOOK_LANES_BEFORE 0
#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"
#include "nook/ops/conv2d/lanes.h"

static const void* dot(const nook_lanes_job* job) { return nook_dot_lanes_rv32(job); }

NOOK_CONV2D_OF_PIXEL_LANES(nook_conv2d_s8_rv32_1x1_lanes)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_rv32_lanes, row_of_windows)
