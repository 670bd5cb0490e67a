#include "nook/kernels/asm/four_halves_dsp.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* The sums of four channels. */
typedef struct four_sums {
  int32_t a, b, c, d;
} four_sums;

/* Adds `pixels` pixels, at least one; returns the address after them. */
static inline const char* add_pixels(four_sums* sums, const char* x, int32_t pixels, int32_t step,
                                     int32_t second) {
  four_sums s = *sums;
  do {
    const int32_t two = (int32_t)nook_load_word(x), next = (int32_t)nook_load_word(x + second);
    x += step;
    s.a += (int16_t)two, s.b += two >> 16;
    s.c += (int16_t)next, s.d += next >> 16;
  } while (--pixels != 0);
  *sums = s;
  return x;
}

/* sum / count, ties away from zero */
static inline uint32_t mean(int32_t sum, int32_t count, int32_t half) {
  return (uint32_t)((sum > 0 ? sum + half : sum - half) / count);
}

void nook_average_pool2d_s16_dsp_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, step = 2 * in_c, second = nook_second_halves(in_c),
                last = nook_last_four(in_c);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  int16_t* y = y_row;
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, step);
    const int32_t count = nook_pool_count(&w), half = count / 2;
    for (int32_t c = 0;; c = nook_next_four(c, last)) {
      four_sums s = {0, 0, 0, 0};
      const char* from = w.first + 2 * c;
      int32_t rows = w.end - w.begin;
      do {
        from = nook_pool_below(&w, add_pixels(&s, from, w.width, step, 2 * second));
      } while (--rows != 0);
      const uint32_t two = nook_two_halves(mean(s.a, count, half), mean(s.b, count, half));
      const uint32_t next = nook_two_halves(mean(s.c, count, half), mean(s.d, count, half));
      memcpy(y + c, &two, 4), memcpy(y + c + second, &next, 4);
      if (c == last) break;
    }
  }
  if (p->act_min > INT16_MIN || p->act_max < INT16_MAX)
    nook_clamp_halves_dsp(y_row, p->out_w * in_c, p->act_min, p->act_max);
}

void nook_average_pool2d_s16_dsp(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s16_dsp_row)
}
