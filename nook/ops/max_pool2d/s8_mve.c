#include <arm_mve.h>

#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

/* Sixteen channels of a window at once; lanes past the last channel are masked. */
void nook_max_pool2d_s8_mve_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, in_c = p->in_c;
  const nook_taps ky = nook_taps_inside(y0, 1, p->filter_h, p->in_h);
  const int8x16_t low = vdupq_n_s8((int8_t)p->act_min), high = vdupq_n_s8((int8_t)p->act_max);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    for (int32_t c = 0; c < in_c; c += 16) {
      const mve_pred16_t there = vctp8q((uint32_t)(in_c - c));
      int8x16_t most = low; /* the result is never lower */
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int8_t* pixel = (const int8_t*)nook_row(x, y0 + i) + (x0 + kx.begin) * in_c + c;
        for (int32_t j = kx.end - kx.begin; j > 0; --j, pixel += in_c)
          most = vmaxq_s8(most, vldrbq_z_s8(pixel, there));
      }
      vstrbq_p_s8(y_row + c, vminq_s8(most, high), there);
    }
    y_row += in_c;
  }
}

void nook_max_pool2d_s8_mve(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_mve_row)
}
