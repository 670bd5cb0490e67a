#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/by_rows.h"

/* sum / count, ties away from zero */
static int32_t mean(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

static inline int32_t mean_of(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  int32_t sum = 0;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const int8_t* pixel = (const int8_t*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) sum += *pixel;
  }
  return mean(sum, nook_pool_count(w));
}

__attribute__((noinline)) void nook_average_pool2d_s8_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  nook_pool_row_s8(p, x, oy, y_row, mean_of);
}
void nook_average_pool2d_s8_ref(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s8_ref_row)
}

static inline int8_t output(const nook_pool_s8* p, int32_t sum, int32_t count) {
  return (int8_t)nook_clamp(mean(sum, count), p->act_min, p->act_max);
}

NOOK_AVERAGE_ACCUMULATE(nook_average_pool2d_s8_ref_accumulate, s8, int8_t, int32_t)
NOOK_AVERAGE_FINISH(nook_average_pool2d_s8_ref_finish, s8, int8_t, int32_t, output)

/* Sums of four channels. */
typedef struct four {
  int32_t a, b, c, d;
} four;

/* Adds the next `pixels` pixels, at least one, with a stride of `step` bytes; returns the address after them.
 */
static inline const int8_t* add_pixels(four* sums, const int8_t* x, int32_t pixels, int32_t step) {
  four s = *sums;
  do {
    s.a += x[0], s.b += x[1], s.c += x[2], s.d += x[3];
    x += step;
  } while (--pixels != 0);
  *sums = s;
  return x;
}

/* 1 / count times 2^23, plus a little. When half a unit is added to a product with this factor and the sum is
 * rounded down, the excess rounds a tie away from zero, as required, and has no other effect for up to 181
 * bytes. */
static int32_t factor_of(int32_t count) { return ((int32_t)1 << 23) / count + 1; }

static inline int8_t product_of(const nook_pool_s8* p, int32_t sum, int32_t factor) {
  return (int8_t)nook_clamp((sum * factor + ((int32_t)1 << 22)) >> 23, p->act_min, p->act_max);
}
static void finish_four(const nook_pool_s8* p, const four* sums, int32_t factor, int8_t* y) {
  const four s = *sums; /* a copy, because a store of an int8 might alias the original */
  y[0] = product_of(p, s.a, factor), y[1] = product_of(p, s.b, factor);
  y[2] = product_of(p, s.c, factor), y[3] = product_of(p, s.d, factor);
}

/* If the channels are not a multiple of four, the last four overlap the previous ones. */
static inline int32_t next_four(int32_t c, int32_t last) { return c + 4 < last ? c + 4 : last; }

void nook_average_pool2d_s8_c_1x4_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, last = in_c - 4;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, in_c);
    const int32_t factor = factor_of(nook_pool_count(&w));
    for (int32_t c = 0;; c = next_four(c, last)) {
      four sums = {0, 0, 0, 0};
      const int8_t* from = (const int8_t*)w.first + c;
      int32_t rows = w.end - w.begin;
      do {
        from = nook_pool_below_s8(&w, add_pixels(&sums, from, w.width, in_c));
      } while (--rows != 0);
      finish_four(p, &sums, factor, y_row + c);
      if (c == last) break;
    }
  }
}

void nook_average_pool2d_s8_c_1x4(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s8_c_1x4_row)
}

/* Every channel has its own sum, so the last few channels are added separately. */
void nook_average_pool2d_s8_c_1x4_accumulate(const nook_pool_s8* p, const int8_t* x_row, int32_t iy,
                                             void* sums_memory) {
  int32_t* sums = sums_memory;
  const int32_t in_c = p->in_c, fours = in_c / 4 * 4;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int32_t width = kx.end - kx.begin;
    const int8_t* const from = x_row + (x0 + kx.begin) * in_c;
    for (int32_t c = 0; c < fours; c += 4, sums += 4) {
      four s = {0, 0, 0, 0};
      add_pixels(&s, from + c, width, in_c);
      if (iy > 0) s.a += sums[0], s.b += sums[1], s.c += sums[2], s.d += sums[3];
      sums[0] = s.a, sums[1] = s.b, sums[2] = s.c, sums[3] = s.d;
    }
    for (int32_t c = fours; c < in_c; ++c, ++sums) {
      int32_t sum = iy > 0 ? *sums : 0;
      for (int32_t j = 0; j < width; ++j) sum += from[j * in_c + c];
      *sums = sum;
    }
  }
}

void nook_average_pool2d_s8_c_1x4_finish(const nook_pool_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t* sums = sums_memory;
  const int32_t in_c = p->in_c, last = in_c - 4;
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += in_c, sums += in_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int32_t factor = factor_of(p->in_h * (kx.end - kx.begin));
    for (int32_t c = 0;; c = next_four(c, last)) {
      const four s = {sums[c], sums[c + 1], sums[c + 2], sums[c + 3]};
      finish_four(p, &s, factor, y + c);
      if (c == last) break;
    }
  }
}
