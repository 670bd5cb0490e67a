#include "nook/kernels/asm/eight_channels_dsp.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* 1 / count, times 2^30 and slightly more. When half a unit is added to a product with this factor and the
 * sum is rounded down, the excess rounds a tie away from zero, as required, and has no other effect: |sum|
 * times the excess is less than 1 / (2 * count) for all 16-bit sums. */
static inline int32_t factor_of(int32_t count) { return (1 << 30) / count + 1; }

/* 32 of the product's 48 bits, with 14 fraction bits, for the low halves or the high halves. */
static inline int32_t low_mean(uint32_t sums, int32_t factor, int32_t half) {
  __asm("smlawb %0, %1, %2, %3" : "=r"(half) : "r"(factor), "r"(sums), "r"(half));
  return half >> 14;
}
static inline int32_t high_mean(uint32_t sums, int32_t factor, int32_t half) {
  __asm("smlawt %0, %1, %2, %3" : "=r"(half) : "r"(factor), "r"(sums), "r"(half));
  return half >> 14;
}

static inline void finish_four(uint32_t even, uint32_t odd, int32_t factor, int32_t half, int8_t* y) {
  int32_t four = low_mean(even, factor, half);
  __asm("bfi %0, %1, #8, #8" : "+r"(four) : "r"(low_mean(odd, factor, half)));
  __asm("bfi %0, %1, #16, #8" : "+r"(four) : "r"(high_mean(even, factor, half)));
  __asm("bfi %0, %1, #24, #8" : "+r"(four) : "r"(high_mean(odd, factor, half)));
  memcpy(y, &four, 4);
}

static inline void finish_eight(const nook_eight_sums* s, int32_t factor, int8_t* y, int32_t second) {
  int32_t half = 1 << 13;
  __asm("" : "+r"(half)); /* keeps it in a register for all of them */
  finish_four(s->even, s->odd, factor, half, y);
  finish_four(s->second_even, s->second_odd, factor, half, y + second);
}

static void clamp_all(const nook_pool_s8* p, int8_t* y) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->out_w * p->in_c, p->act_min, p->act_max);
}

void nook_average_pool2d_s8_dsp_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, second = nook_second_word(in_c), last = nook_last_eight(in_c);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  int8_t* y = y_row;
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, in_c);
    const int32_t factor = factor_of(nook_pool_count(&w));
    for (int32_t c = 0;; c = nook_next_eight(c, last)) {
      nook_eight_sums sums = {0, 0, 0, 0};
      const int8_t* from = (const int8_t*)w.first + c;
      int32_t left = w.end - w.begin;
      do {
        from = nook_pool_below_s8(&w, nook_add_pixels(&sums, from, w.width, in_c, second));
      } while (--left != 0);
      finish_eight(&sums, factor, y + c, second);
      if (c == last) break;
    }
  }
  clamp_all(p, y_row);
}

void nook_average_pool2d_s8_dsp(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s8_dsp_row)
}

/* 16-bit sums, eight channels at once; the last eight channels have their own sums. */
void nook_average_pool2d_s8_dsp_accumulate(const nook_pool_s8* p, const int8_t* x_row, int32_t iy,
                                           void* sums_memory) {
  const int32_t in_c = p->in_c, second = nook_second_word(in_c), last = nook_last_eight(in_c);
  nook_eight_sums* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    for (int32_t c = 0;; c = nook_next_eight(c, last), ++sums) {
      if (iy == 0) *sums = (nook_eight_sums){0, 0, 0, 0};
      nook_add_pixels(sums, x_row + (x0 + kx.begin) * in_c + c, kx.end - kx.begin, in_c, second);
      if (c == last) break;
    }
    ++sums;
  }
}

void nook_average_pool2d_s8_dsp_finish(const nook_pool_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t in_c = p->in_c, second = nook_second_word(in_c), last = nook_last_eight(in_c);
  const nook_eight_sums* sums = sums_memory;
  int8_t* const first = y;
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += in_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int32_t factor = factor_of(p->in_h * (kx.end - kx.begin));
    for (int32_t c = 0;; c = nook_next_eight(c, last)) {
      finish_eight(sums++, factor, y + c, second);
      if (c == last) break;
    }
  }
  clamp_all(p, first);
}
