/* Windows that are small enough to be filled with zero points in few instructions, whatever part is outside
 * the image. */
#ifndef NOOK_KERNELS_WINDOW_SMALL_WINDOWS_H_
#define NOOK_KERNELS_WINDOW_SMALL_WINDOWS_H_

#include <string.h>

#include "nook/core/window_range.h"
#include "nook/kernels/dot/copy_few.h"
#include "nook/kernels/window/rows.h"

/* `bytes` must be a multiple of four. Not inlined, because a caller's loops need the registers. */
static __attribute__((noinline)) void put_small_window(const nook_window_s8* p, const nook_rows* x,
                                                       int32_t y0, int32_t x0, int8_t* to, int32_t bytes) {
  const uint32_t zeros = (uint32_t)(p->in_zero & 0xff) * 0x01010101u;
  for (int32_t i = 0; i < bytes; i += 4) memcpy(to + i, &zeros, 4);
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t size = p->in_c, stride = p->dilation_w * size, taps = kx.end - kx.begin;
  if (taps <= 0) return;
  const int32_t run = stride == size ? taps * size : size, first = x0 * size + kx.begin * stride;
  int8_t* row = to + kx.begin * size;
  for (int32_t i = p->filter_h; i > 0; --i, y0 += p->dilation_h, row += p->filter_w * size) {
    if ((uint32_t)y0 >= (uint32_t)p->in_h) continue;
    const int8_t* from = (const int8_t*)nook_row(x, y0) + first;
    int8_t* const end = row + taps * size;
    for (to = row; to != end; to += run, from += stride) copy_few(to, from, run);
  }
}

#endif
