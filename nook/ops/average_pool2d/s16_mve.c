#include <arm_mve.h>

#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* The divisor of sums of `count` elements, fewer than 256: 2^31 / count, rounded up. A quotient is the upper
 * word of the product with twice a number, which is below 2^24: the product is too large by less than
 * 2^32 / count, which changes no quotient. */
typedef struct divisor {
  uint32_t half, factor;
  int32x4_t low, high;
} divisor;

/* sum / count, ties away from zero, clamped. */
static inline int32x4_t mean(int32x4_t sum, const divisor* by) {
  const uint32x4_t size = vaddq_n_u32(vreinterpretq_u32_s32(vabsq_s32(sum)), by->half);
  const int32x4_t q = vreinterpretq_s32_u32(vmulhq_u32(vaddq_u32(size, size), vdupq_n_u32(by->factor)));
  const int32x4_t sign = vshrq_n_s32(sum, 31);
  return vminq_s32(vmaxq_s32(vsubq_s32(veorq_s32(q, sign), sign), by->low), by->high);
}

/* Adds pixels, at least one, of eight channels; returns the address after them. The loads are in assembly,
 * because compilers step through a pixel, too. */
static inline const char* add_pixels(int32x4_t* a, int32x4_t* b, const char* x, int32_t pixels,
                                     int32_t step) {
  do {
    int32x4_t four, next;
    __asm volatile(
        "vldrh.s32 %q0, [%2]\n\t"
        "vldrh.s32 %q1, [%2, #8]"
        : "=&w"(four), "=w"(next)
        : "l"(x)
        : "memory");
    *a = vaddq_s32(*a, four), *b = vaddq_s32(*b, next);
    x += step;
  } while (--pixels != 0);
  return x;
}

/* Eight channels of a window, from `from` on. */
static inline void pool_eight(const nook_pool_window* w, const char* from, int32_t step, const divisor* by,
                              int16_t* y) {
  int32x4_t a = vdupq_n_s32(0), b = a;
  int32_t rows = w->end - w->begin;
  do {
    from = nook_pool_below(w, add_pixels(&a, &b, from, w->width, step));
  } while (--rows != 0);
  vstrhq_s32(y, mean(a, by)), vstrhq_s32(y + 4, mean(b, by));
}

/* At most four channels. */
static inline void pool_some(const nook_pool_window* w, const char* from, int32_t step, const divisor* by,
                             int32_t channels, int16_t* y) {
  const mve_pred16_t there = vctp32q((uint32_t)channels);
  int32x4_t a = vdupq_n_s32(0);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, from = nook_pool_below(w, from))
    for (int32_t left = w->width; left > 0; --left, from += step)
      a = vaddq_s32(a, vldrhq_z_s32((const int16_t*)(const void*)from, there));
  vstrhq_p_s32(y, mean(a, by), there);
}

void nook_average_pool2d_s16_mve_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, stride = p->stride_w, filter_w = p->filter_w, in_w = p->in_w;
  divisor by = {0, 0, vdupq_n_s32(p->act_min), vdupq_n_s32(p->act_max)};
  int32_t x0 = -p->pad_left;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t pixels = p->out_w; pixels > 0; --pixels, x0 += stride, y_row += in_c) {
    if (nook_pool_next(&w, x0, stride, filter_w, in_w, 2 * in_c)) {
      const uint32_t count = (uint32_t)nook_pool_count(&w);
      by.half = count / 2, by.factor = (0x80000000u + count - 1) / count;
    }
    int32_t c = 0;
    for (; c + 8 <= in_c; c += 8) pool_eight(&w, w.first + 2 * c, 2 * in_c, &by, y_row + c);
    for (; c < in_c; c += 4) pool_some(&w, w.first + 2 * c, 2 * in_c, &by, in_c - c, y_row + c);
  }
}

void nook_average_pool2d_s16_mve(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s16_mve_row)
}
