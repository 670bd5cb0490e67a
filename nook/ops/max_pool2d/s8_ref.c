#include <float.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static int32_t maximum(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  int32_t most = -128;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const int8_t* pixel = (const int8_t*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) most = *pixel > most ? *pixel : most;
  }
  return most;
}

__attribute__((noinline)) void nook_max_pool2d_s8_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  nook_pool_row_s8(p, x, oy, y_row, maximum);
}
void nook_max_pool2d_s8_ref(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_ref_row)
}

typedef struct four {
  int32_t a, b, c, d;
} four;

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* Four channels of a window at a time; if the channels are not a multiple of four, the last four overlap the
 * previous ones. */
void nook_max_pool2d_s8_c_1x4_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, last = in_c - 4, low = p->act_min, high = p->act_max;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, in_c);
    for (int32_t c = 0;; c = c + 4 < last ? c + 4 : last) {
      four most = {low, low, low, low}; /* the result is never lower */
      const int8_t* from = (const int8_t*)w.first + c;
      int32_t rows = w.end - w.begin;
      do {
        int32_t pixels = w.width;
        do {
          most.a = larger(most.a, from[0]), most.b = larger(most.b, from[1]);
          most.c = larger(most.c, from[2]), most.d = larger(most.d, from[3]);
          from += in_c;
        } while (--pixels != 0);
        from = nook_pool_below_s8(&w, from);
      } while (--rows != 0);
      int8_t* const y = y_row + c;
      y[0] = (int8_t)smaller(most.a, high), y[1] = (int8_t)smaller(most.b, high);
      y[2] = (int8_t)smaller(most.c, high), y[3] = (int8_t)smaller(most.d, high);
      if (c == last) break;
    }
  }
}

void nook_max_pool2d_s8_c_1x4(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_c_1x4_row)
}
