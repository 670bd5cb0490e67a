/* Windows of a single row, as sequences have. The including file defines larger_pixel(), which is not
 * inlined: its loop needs all registers of a Cortex-M0. */
#ifndef NOOK_OPS_MAX_POOL2D_LINE_H_
#define NOOK_OPS_MAX_POOL2D_LINE_H_

#include "nook/kernels/asm/clamp_bytes.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

/* y[c] = the larger of a[c] and b[c] for all `channels`; y may equal a. */
static __attribute__((noinline)) void larger_pixel(int8_t* y, const int8_t* a, const int8_t* b,
                                                   int32_t channels);

static inline void row_of_lines(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row) {
  const int32_t in_c = p->in_c, step = p->stride_w, most = p->filter_w, in_w = p->in_w;
  const int8_t* const row = (const int8_t*)nook_row(x, oy * p->stride_h);
  int8_t* y = y_row;
  for (int32_t left = -p->pad_left, ox = p->out_w; ox > 0; --ox, left += step, y += in_c) {
    const int32_t begin = left > 0 ? left : 0, end = left + most < in_w ? left + most : in_w;
    const int8_t* const first = row + begin * in_c;
    const int8_t* next = end - begin > 1 ? first + in_c : first;
    larger_pixel(y, first, next, in_c);
    for (int32_t more = end - begin - 2; more > 0; --more) larger_pixel(y, y, next += in_c, in_c);
  }
  if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes(y_row, p->out_w * in_c, p->act_min, p->act_max);
}

static inline void images_of_lines(const nook_pool_s8* p, const int8_t* x, int8_t* y) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = p->batch; n > 0; --n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c) row_of_lines(p, &rows, oy, y);
    x += p->in_h * p->in_w * p->in_c;
  }
}

#endif
