#include <arm_mve.h>

#include "nook/kernels/pool/helium/four_pixels_s16_mve.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static inline const int16_t* elements(const char* at) { return (const int16_t*)(const void*)at; }

/* The largest elements of eight channels of a window, which has a pixel, or `low`. */
static inline int16x8_t largest_eight(const nook_pool_window* w, const char* from, int32_t step,
                                      int16x8_t low) {
  int16x8_t most = low;
  int32_t rows = w->end - w->begin;
  do {
    int32_t left = w->width;
    do {
      most = vmaxq_s16(most, vldrhq_s16(elements(from))), from += step;
    } while (--left != 0);
    from = nook_pool_below(w, from);
  } while (--rows != 0);
  return most;
}

/* Likewise of fewer channels. */
static inline int16x8_t largest_of(const nook_pool_window* w, const char* from, int32_t step, int16x8_t low,
                                   mve_pred16_t there) {
  int16x8_t most = low;
  int32_t rows = w->end - w->begin;
  do {
    int32_t left = w->width;
    do {
      most = vmaxq_s16(most, vldrhq_z_s16(elements(from), there)), from += step;
    } while (--left != 0);
    from = nook_pool_below(w, from);
  } while (--rows != 0);
  return most;
}

/* Windows of two rows and columns. */
static inline void largest_of_four(const nook_pool_window* w, int32_t step, int32_t channels, uint32_t range,
                                   int16_t* y) {
  const char* const below = nook_pool_below(w, w->first + 2 * step);
  const int16_t* const four[4] = {elements(w->first), elements(w->first + step), elements(below),
                                  elements(below + step)};
  nook_max_of_four_s16_mve(four, y, channels, range);
}

void nook_max_pool2d_s16_mve_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, step = 2 * in_c;
  const uint32_t range = nook_range_s16(p->act_min, p->act_max);
  const int16x8_t low = vdupq_n_s16((int16_t)p->act_min), high = vdupq_n_s16((int16_t)p->act_max);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  const int32_t stride = p->stride_w, filter_w = p->filter_w, in_w = p->in_w;
  int32_t x0 = -p->pad_left;
  for (int32_t pixels = p->out_w; pixels > 0; --pixels, x0 += stride, y_row += in_c) {
    nook_pool_next(&w, x0, stride, filter_w, in_w, step);
    if (w.width == 2 && w.end - w.begin == 2) {
      largest_of_four(&w, step, in_c, range, y_row);
      continue;
    }
    int32_t c = 0;
    for (; c + 8 <= in_c; c += 8)
      vst1q_s16(y_row + c, vminq_s16(largest_eight(&w, w.first + 2 * c, step, low), high));
    if (c == in_c) continue;
    const mve_pred16_t there = vctp16q((uint32_t)(in_c - c));
    vst1q_p_s16(y_row + c, vminq_s16(largest_of(&w, w.first + 2 * c, step, low, there), high), there);
  }
}

void nook_max_pool2d_s16_mve(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s16_mve_row)
}
