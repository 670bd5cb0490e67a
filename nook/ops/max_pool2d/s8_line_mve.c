#include <arm_mve.h>

#include "nook/ops/max_pool2d/max_pool2d.h"

/* Windows of a single row, sixteen channels at once; lanes past the last channel are masked. */
void nook_max_pool2d_s8_mve_line_row(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                                     void* scratch_memory) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, step = p->stride_w, most = p->filter_w, in_w = p->in_w;
  const int8x16_t low = vdupq_n_s8((int8_t)p->act_min), high = vdupq_n_s8((int8_t)p->act_max);
  const int8_t* const row = (const int8_t*)nook_row(x, oy * p->stride_h);
  for (int32_t left = -p->pad_left, ox = p->out_w; ox > 0; --ox, left += step) {
    const int32_t begin = left > 0 ? left : 0, end = left + most < in_w ? left + most : in_w;
    const int8_t* first = row + begin * in_c;
    for (int32_t c = in_c; c > 0; c -= 16, first += 16) {
      const mve_pred16_t there = vctp8q((uint32_t)c);
      const int8_t* pixel = first;
      int8x16_t largest = low; /* the result is never lower */
      for (int32_t i = end - begin; i > 0; --i, pixel += in_c)
        largest = vmaxq_s8(largest, vldrbq_z_s8(pixel, there));
      vstrbq_p_s8(y_row + in_c - c, vminq_s8(largest, high), there);
    }
    y_row += in_c;
  }
}

void nook_max_pool2d_s8_mve_line(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = p->batch; n > 0; --n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c)
      nook_max_pool2d_s8_mve_line_row(p, &rows, oy, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
  }
}
