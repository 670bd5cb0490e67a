/* Windows for kernels on x86-64: copies many of them to the stack. */
#ifndef NOOK_OPS_CONV2D_WINDOWS_AVX2_H_
#define NOOK_OPS_CONV2D_WINDOWS_AVX2_H_

#define NOOK_WINDOW_SLACK 0
#include "nook/ops/conv2d/copy_by_rows.h"

/* Copies sixteen bytes at a time; the last block may overlap the previous one, since nothing past the end may
 * be read. */
static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 16) {
    int32_t i = 0;
    for (; i + 16 <= size; i += 16) memcpy(to + i, from + i, 16);
    if (i < size) memcpy(to + size - 16, from + size - 16, 16);
  } else if (size >= 8) {
    memcpy(to, from, 8);
    memcpy(to + size - 8, from + size - 8, 8);
  } else {
    for (; size > 0; --size) *to++ = *from++;
  }
}

/* All windows except the largest are on the stack, many at a time, because this machine has room. */
static inline void row_with_stack(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t windows[NOOK_CONV2D_WINDOW_AVX2];
  const int32_t size =
      (p->filter_h * p->filter_w * p->in_c + NOOK_DEPTH_UNIT - 1) / NOOK_DEPTH_UNIT * NOOK_DEPTH_UNIT;
  const int32_t fit = NOOK_CONV2D_WINDOW_AVX2 / size;
  row_with_windows(p, x, oy, w, y_row, windows, (fit < p->out_w ? fit : p->out_w) * size);
}

#endif
