/* dots.h for kernels that copy windows one row at a time, by copy() of windows.h, which the including file
 * defines. */
#ifndef NOOK_OPS_CONV2D_COPY_BY_ROWS_H_
#define NOOK_OPS_CONV2D_COPY_BY_ROWS_H_

#include "nook/ops/conv2d/dots.h"

static void copy_rows(int8_t* to, const int8_t* from, int32_t stride, int32_t rows, int32_t size) {
  for (; rows > 0; --rows, from += stride, to += size) copy(to, from, size);
}

static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  copy_each_window(to, depth, windows, count);
}

#endif
