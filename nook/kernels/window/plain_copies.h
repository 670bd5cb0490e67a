/* For inner loops that have no better copy_rows() and copy_windows() than one copy() after another. */
#ifndef NOOK_KERNELS_WINDOW_PLAIN_COPIES_H_
#define NOOK_KERNELS_WINDOW_PLAIN_COPIES_H_

#include "nook/kernels/window/dots.h"

static void copy_rows(int8_t* to, const int8_t* from, int32_t stride, int32_t rows, int32_t size) {
  copy_row_by_row(to, from, stride, rows, size);
}
static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  copy_each_window(to, depth, windows, count);
}

#endif
