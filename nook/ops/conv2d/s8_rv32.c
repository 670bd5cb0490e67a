#define NOOK_SHORTEST_RUN 1
#include "nook/kernels/dot/rv32/dot_eight_rv32.h"
#include "nook/ops/conv2d/runs.h"

static void dot(nook_dot_runs* job) { nook_dot_eight_rv32(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_rv32_1x1)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_rv32, row_of_runs)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_rv32_stack, row_of_runs_on_stack)
