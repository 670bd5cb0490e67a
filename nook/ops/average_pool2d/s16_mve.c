#include <arm_mve.h>

#include "nook/kernels/pool/helium/four_pixels_s16_mve.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

static inline const int16_t* elements(const char* at) { return (const int16_t*)(const void*)at; }

/* The divisor of sums of `count` elements, fewer than 256: 2^31 / count, rounded up. A quotient is the upper
 * word of the doubled product with a number, which is below 2^23: the product is too large by less than
 * 2^31 / count, which changes no quotient. For one element, which is (n + 1) * (2^31 - 1) / 2^31, `half`
 * is 1.
 */
typedef struct divisor {
  int32_t half, factor;
  int32x4_t low, high;
} divisor;

static inline void set_count(divisor* by, int32_t count) {
  by->half = count > 1 ? count / 2 : 1;
  by->factor = count > 1 ? (int32_t)((0x80000000u + (uint32_t)count - 1) / (uint32_t)count) : INT32_MAX;
}

/* sum / count, ties away from zero, clamped. */
static inline int32x4_t mean(int32x4_t sum, const divisor* by) {
  const int32x4_t q = vqdmulhq_n_s32(vaddq_n_s32(vabsq_s32(sum), by->half), by->factor);
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

/* Likewise of sixteen channels. */
static inline const char* add_sixteens(int32x4_t* sums, const char* x, int32_t pixels, int32_t step) {
  do {
    int32x4_t a, b, c, d;
    __asm volatile(
        "vldrh.s32 %q0, [%4]\n\t"
        "vldrh.s32 %q1, [%4, #8]\n\t"
        "vldrh.s32 %q2, [%4, #16]\n\t"
        "vldrh.s32 %q3, [%4, #24]"
        : "=&w"(a), "=&w"(b), "=&w"(c), "=w"(d)
        : "l"(x)
        : "memory");
    sums[0] = vaddq_s32(sums[0], a), sums[1] = vaddq_s32(sums[1], b);
    sums[2] = vaddq_s32(sums[2], c), sums[3] = vaddq_s32(sums[3], d);
    x += step;
  } while (--pixels != 0);
  return x;
}

/* Sixteen channels of a window, from `from` on. */
static inline void pool_sixteen(const nook_pool_window* w, const char* from, int32_t step, const divisor* by,
                                int16_t* y) {
  int32x4_t sums[4];
  sums[0] = sums[1] = sums[2] = sums[3] = vdupq_n_s32(0);
  int32_t rows = w->end - w->begin;
  do {
    from = nook_pool_below(w, add_sixteens(sums, from, w->width, step));
  } while (--rows != 0);
#pragma GCC unroll 4
  for (int32_t i = 0; i < 4; ++i) vstrhq_s32(y + 4 * i, mean(sums[i], by));
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

/* Windows of two rows and columns. */
static inline void pool_four_pixels(const nook_pool_window* w, int32_t step, int32_t channels, uint32_t range,
                                    int16_t* y) {
  const char* const below = nook_pool_below(w, w->first + 2 * step);
  const int16_t* const four[4] = {elements(w->first), elements(w->first + step), elements(below),
                                  elements(below + step)};
  nook_mean_of_four_s16_mve(four, y, channels, range);
}

/* At most four channels. */
static inline void pool_some(const nook_pool_window* w, const char* from, int32_t step, const divisor* by,
                             int32_t channels, int16_t* y) {
  const mve_pred16_t there = vctp32q((uint32_t)channels);
  int32x4_t a = vdupq_n_s32(0);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, from = nook_pool_below(w, from))
    for (int32_t left = w->width; left > 0; --left, from += step)
      a = vaddq_s32(a, vldrhq_z_s32(elements(from), there));
  vstrhq_p_s32(y, mean(a, by), there);
}

void nook_average_pool2d_s16_mve_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, stride = p->stride_w, filter_w = p->filter_w, in_w = p->in_w;
  divisor by = {0, 0, vdupq_n_s32(p->act_min), vdupq_n_s32(p->act_max)};
  const uint32_t range = nook_range_s16(p->act_min, p->act_max);
  int32_t x0 = -p->pad_left;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t pixels = p->out_w; pixels > 0; --pixels, x0 += stride, y_row += in_c) {
    if (nook_pool_next(&w, x0, stride, filter_w, in_w, 2 * in_c)) set_count(&by, nook_pool_count(&w));
    if (w.width == 2 && w.end - w.begin == 2) {
      pool_four_pixels(&w, 2 * in_c, in_c, range, y_row);
      continue;
    }
    int32_t c = 0;
    for (; c + 16 <= in_c; c += 16) pool_sixteen(&w, w.first + 2 * c, 2 * in_c, &by, y_row + c);
    for (; c + 8 <= in_c; c += 8) pool_eight(&w, w.first + 2 * c, 2 * in_c, &by, y_row + c);
    for (; c < in_c; c += 4) pool_some(&w, w.first + 2 * c, 2 * in_c, &by, in_c - c, y_row + c);
  }
}

void nook_average_pool2d_s16_mve(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s16_mve_row)
}
