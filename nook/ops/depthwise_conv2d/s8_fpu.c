#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/strip_rows_fpu.h"

NOOK_DEPTHWISE_CONV2D_OF_ROWS(nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu, nook_short_row_fpu)
