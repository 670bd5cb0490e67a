/* Computes images one row at a time, for kernels with packed weights. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_H_

#include "nook/core/row_after_row.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)

#endif
