#define NOOK_SHORTEST_RUN 8
#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"
#include "nook/ops/conv2d/runs.h"

static void dot(nook_dot_runs* job) { nook_dot_four_thumb1(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_thumb1_1x1)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_thumb1, row_of_runs)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_thumb1_stack, row_of_runs_on_stack)
