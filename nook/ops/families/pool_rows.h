/* What kernels of the operators of pool.h share: rows of images, and windows of rows. Functions that are
 * given to these are called directly, where these are inlined. */
#ifndef NOOK_OPS_FAMILIES_POOL_ROWS_H_
#define NOOK_OPS_FAMILIES_POOL_ROWS_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool.h"
#include "nook/ops/shared/window_range.h"

/* All rows of all images by `row`, a kernel's `..._row`. */
static inline void nook_pool_all_s8(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch,
                                    void (*row)(const nook_pool_s8*, const nook_rows*, int32_t oy, int8_t*,
                                                void*)) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c) row(p, &rows, oy, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
  }
}
static inline void nook_pool_all_s16(const nook_pool_s8* p, const int16_t* x, int16_t* y, void* scratch,
                                     void (*row)(const nook_pool_s8*, const nook_rows*, int32_t oy, int16_t*,
                                                 void*)) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c) row(p, &rows, oy, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
  }
}
static inline void nook_pool_all_f32(const nook_pool_f32* p, const float* x, float* y, void* scratch,
                                     void (*row)(const nook_pool_f32*, const nook_rows*, int32_t oy, float*,
                                                 void*)) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c) row(p, &rows, oy, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
  }
}

/* The part of a window that is inside the image: rows [begin, end) and `width` columns from `left` on. */
typedef struct nook_pool_window {
  const nook_rows* x;
  int32_t begin, end, left, width;
} nook_pool_window;

static inline int32_t nook_pool_count(const nook_pool_window* w) { return (w->end - w->begin) * w->width; }

/* That of windows from row `top` on, in which the columns are still to be set. */
static inline nook_pool_window nook_pool_row_of(const nook_rows* x, int32_t top, int32_t filter_h,
                                                int32_t in_h) {
  const nook_taps taps = nook_taps_inside(top, 1, filter_h, in_h);
  const nook_pool_window w = {x, top + taps.begin, top + taps.end, 0, 0};
  return w;
}
static inline void nook_pool_at(nook_pool_window* w, int32_t left, int32_t filter_w, int32_t in_w) {
  const nook_taps taps = nook_taps_inside(left, 1, filter_w, in_w);
  w->left = left + taps.begin, w->width = taps.end - taps.begin;
}

/* A row of y: for each window and channel c, of(p, window, c). */
static inline void nook_pool_row_s8(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                                    int32_t (*of)(const nook_pool_s8*, const nook_pool_window*, int32_t c)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c) *y_row++ = (int8_t)nook_clamp(of(p, &w, c), p->act_min, p->act_max);
  }
}
static inline void nook_pool_row_s16(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int16_t* y_row,
                                     int32_t (*of)(const nook_pool_s8*, const nook_pool_window*, int32_t c)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c)
      *y_row++ = (int16_t)nook_clamp(of(p, &w, c), p->act_min, p->act_max);
  }
}
static inline void nook_pool_row_f32(const nook_pool_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                     float (*of)(const nook_pool_f32*, const nook_pool_window*, int32_t c)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c) *y_row++ = nook_clamp_f32(of(p, &w, c), p->act_min, p->act_max);
  }
}

#endif
