/* Rows of convolutions of images with few channels, on cores with Helium. The columns of three rows are
 * interleaved to words, so that each window is contiguous. No window is copied; padding consists of words
 * like any other. */
#ifndef NOOK_OPS_CONV2D_COLUMNS_MVE_H_
#define NOOK_OPS_CONV2D_COLUMNS_MVE_H_

#include "nook/ops/conv2d/conv2d.h"

/* Filters of at most three rows, whose columns are not dilated. The packed weights have the layout of
 * dot_eight_mve.h, in the order of the words. */
void nook_conv2d_columns_row_mve(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row);

#endif
