#include <arm_mve.h>

#include "nook/kernels/asm/pixels_mve.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* The divisor of sums of `count` pixels, fewer than 256: 2^15 / count, rounded up, with which a quotient is
 * exact or one too large. */
typedef struct divisor {
  int16_t count, half;
  uint16_t factor;
} divisor;

static inline divisor divisor_of(int32_t count) {
  const divisor by = {(int16_t)count, (int16_t)(count / 2), (uint16_t)(32768 / count + 1)};
  return by;
}

/* sum / count, ties away from zero, clamped, for eight channels. */
static inline int16x8_t mean(int16x8_t sum, divisor by, int16x8_t low, int16x8_t high) {
  const int16x8_t size = vaddq_n_s16(vabsq_s16(sum), by.half); /* < 2^15 */
  const uint16x8_t twice = vreinterpretq_u16_s16(vaddq_s16(size, size));
  int16x8_t q = vreinterpretq_s16_u16(vmulhq_u16(twice, vdupq_n_u16(by.factor)));
  q = vaddq_s16(q, vshrq_n_s16(vsubq_s16(size, vmulq_n_s16(q, by.count)),
                               15)); /* corrects a quotient that is one too large */
  const int16x8_t sign = vshrq_n_s16(sum, 15);
  q = vsubq_s16(veorq_s16(q, sign), sign);
  return vminq_s16(vmaxq_s16(q, low), high);
}

/* Rows of pixels that are `columns` wide. */
typedef struct window {
  const nook_rows* x;
  int32_t y0, y1, first; /* rows; bytes from the start of one to the next */
  int32_t columns, channels;
} window;

static inline const int8_t* row_of(const window* v, int32_t y) {
  return (const int8_t*)nook_row(v->x, y) + v->first;
}

/* Pools sixteen channels, from c on. */
static inline void pool_sixteen(const window* v, int32_t c, divisor by, int16x8_t low, int16x8_t high,
                                int8_t* y) {
  int16x8_t a = vdupq_n_s16(0), b = a;
  for (int32_t i = v->y0; i < v->y1; ++i) {
    const int8_t* pixel = row_of(v, i) + c;
    for (int32_t j = v->columns; j > 0; --j, pixel += v->channels) {
      a = vaddq_s16(a, vldrbq_s16(pixel));
      b = vaddq_s16(b, vldrbq_s16(pixel + 8));
    }
  }
  vstrbq_s16(y + c, mean(a, by, low, high));
  vstrbq_s16(y + c + 8, mean(b, by, low, high));
}

/* Pools up to eight channels, from c on. */
static inline void pool_eight(const window* v, int32_t c, divisor by, int16x8_t low, int16x8_t high,
                              int8_t* y) {
  const mve_pred16_t there = vctp16q((uint32_t)(v->channels - c));
  int16x8_t a = vdupq_n_s16(0);
  for (int32_t i = v->y0; i < v->y1; ++i) {
    const int8_t* pixel = row_of(v, i) + c;
    for (int32_t j = v->columns; j > 0; --j, pixel += v->channels)
      a = vaddq_s16(a, vldrbq_z_s16(pixel, there));
  }
  vstrbq_p_s16(y + c, mean(a, by, low, high), there);
}

void nook_average_pool2d_s8_mve_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, in_c = p->in_c;
  const nook_taps ky = nook_taps_inside(y0, 1, p->filter_h, p->in_h);
  const int16x8_t low = vdupq_n_s16((int16_t)p->act_min), high = vdupq_n_s16((int16_t)p->act_max);
  window v = {x, y0 + ky.begin, y0 + ky.end, 0, 0, in_c};
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += in_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    v.first = (x0 + kx.begin) * in_c, v.columns = kx.end - kx.begin;
    const divisor by = divisor_of((ky.end - ky.begin) * v.columns);
    int32_t c = 0;
    for (; c + 16 <= in_c; c += 16) pool_sixteen(&v, c, by, low, high, y_row);
    for (; c < in_c; c += 8) pool_eight(&v, c, by, low, high, y_row);
  }
}

void nook_average_pool2d_s8_mve(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s8_mve_row)
}

void nook_average_pool2d_s8_mve_accumulate(const nook_pool_s8* p, const int8_t* x_row, int32_t iy,
                                           void* sums_memory) {
  int32_t* sums = sums_memory;
  const int32_t in_c = p->in_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox, sums += in_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int8_t* const first = x_row + (x0 + kx.begin) * in_c;
    int32_t c = 0;
    for (; c + 16 <= in_c; c += 16)
      nook_accumulate_sixteen_mve(first + c, kx.end - kx.begin, in_c, iy, sums + c);
    for (; c < in_c; c += 4) {
      const mve_pred16_t there = vctp32q((uint32_t)(in_c - c));
      int32x4_t sum = iy == 0 ? vdupq_n_s32(0) : vldrwq_z_s32(sums + c, there);
      const int8_t* pixel = first + c;
      for (int32_t j = kx.end - kx.begin; j > 0; --j, pixel += in_c)
        sum = vaddq_s32(sum, vldrbq_z_s32(pixel, there));
      vstrwq_p_s32(sums + c, sum, there);
    }
  }
}

void nook_average_pool2d_s8_mve_finish(const nook_pool_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t* sums = sums_memory;
  const int16x8_t low = vdupq_n_s16((int16_t)p->act_min), high = vdupq_n_s16((int16_t)p->act_max);
  const uint32x4_t at =
      vidupq_n_u32(0, 8); /* offsets of the sums of even channels; the sums of odd ones are 4 bytes further */
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const divisor by = divisor_of(p->in_h * (kx.end - kx.begin));
    for (int32_t left = p->in_c; left > 0; left -= 8, sums += 8, y += 8) {
      const int32x4_t even = vldrwq_gather_offset_z_s32(sums, at, vctp32q((uint32_t)(left + 1) / 2));
      const int32x4_t odd = vldrwq_gather_offset_z_s32(sums + 1, at, vctp32q((uint32_t)left / 2));
      const int16x8_t sum = vmovntq_s32(vreinterpretq_s16_s32(even), odd);
      vstrbq_p_s16(y, mean(sum, by, low, high), vctp16q((uint32_t)left));
    }
    const int32_t beyond = -p->in_c & 7;
    sums -= beyond, y -= beyond;
  }
}
