/* Rows of images and windows of rows, shared by kernels of the operators of pool.h. Functions passed to these
 * are called directly after inlining. */
#ifndef NOOK_OPS_FAMILIES_POOL_ROWS_H_
#define NOOK_OPS_FAMILIES_POOL_ROWS_H_

#include "nook/core/fixed_point.h"
#include "nook/core/window_range.h"
#include "nook/ops/families/pool.h"

/* The part of a window that is inside the image: rows [begin, end) and `width` columns from `left` on. */
typedef struct nook_pool_window {
  const nook_rows* x;
  int32_t begin, end, left, width;
  const char *row, *first; /* row `begin`: its start, and its first pixel in the window */
  int32_t skip; /* bytes from the end of a row's pixels in the window to the first one in the next row */
  const char* ring_end; /* end of the last row in memory */
  int32_t ring_bytes;
} nook_pool_window;

/* Steps from the end of a row's pixels to the first one in the next row. */
static inline const char* nook_pool_below(const nook_pool_window* w, const char* pixel) {
  pixel += w->skip;
  return pixel < w->ring_end ? pixel : pixel - w->ring_bytes;
}

static inline const int8_t* nook_pool_below_s8(const nook_pool_window* w, const int8_t* pixel) {
  return (const int8_t*)nook_pool_below(w, (const char*)pixel);
}

static inline int32_t nook_pool_count(const nook_pool_window* w) { return (w->end - w->begin) * w->width; }

/* The vertical part of windows from row `top` on; the columns are set later. */
static inline nook_pool_window nook_pool_row_of(const nook_rows* x, int32_t top, int32_t filter_h,
                                                int32_t in_h) {
  const nook_taps taps = nook_taps_inside(top, 1, filter_h, in_h);
  const char* const row = (const char*)nook_row(x, top + taps.begin);
  const int32_t all = x->count * x->stride;
  const nook_pool_window w = {
      x, top + taps.begin, top + taps.end, 0, 0, row, row, 0, (const char*)x->base + all, all};
  return w;
}
static inline void nook_pool_at(nook_pool_window* w, int32_t left, int32_t filter_w, int32_t in_w,
                                int32_t pixel_bytes) {
  const nook_taps taps = nook_taps_inside(left, 1, filter_w, in_w);
  w->left = left + taps.begin, w->width = taps.end - taps.begin;
  w->first = w->row + w->left * pixel_bytes, w->skip = w->x->stride - w->width * pixel_bytes;
}

/* Moves a window to the next pixel of y. `x0`: its first column, which may be outside of the image. Returns 0
 * if only the window's first pixel changed, as between windows without padding. */
static inline int32_t nook_pool_next(nook_pool_window* w, int32_t x0, int32_t stride, int32_t filter_w,
                                     int32_t in_w, int32_t pixel_bytes) {
  if (w->width == filter_w && x0 + filter_w <= in_w) {
    w->first += stride * pixel_bytes;
    return 0;
  }
  nook_pool_at(w, x0, filter_w, in_w, pixel_bytes);
  return 1;
}

/* Computes a row of y: for each window and channel c, of(p, window, c). */
static inline void nook_pool_row_s8(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                                    int32_t (*of)(const nook_pool_s8*, const nook_pool_window*, int32_t c)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, p->in_c * (int32_t)sizeof *y_row);
    for (int32_t c = 0; c < p->in_c; ++c) *y_row++ = (int8_t)nook_clamp(of(p, &w, c), p->act_min, p->act_max);
  }
}

/* Computes a row with pixel(p, window, y): a separate function that calls nook_pool_pixel_...(), so that the
 * loops of a pixel have all registers. */
#define NOOK_POOL_PIXEL __attribute__((noinline)) static void
static inline void nook_pool_pixel_s16(const nook_pool_s8* p, const nook_pool_window* w, int16_t* y,
                                       int32_t (*of)(const nook_pool_s8*, const nook_pool_window*,
                                                     int32_t c)) {
  const int32_t least = p->act_min, most = p->act_max;
  for (int32_t c = 0; c < p->in_c; ++c) *y++ = (int16_t)nook_clamp(of(p, w, c), least, most);
}
static inline void nook_pool_row_s16(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int16_t* y_row,
                                     void (*pixel)(const nook_pool_s8*, const nook_pool_window*,
                                                   int16_t* y)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, p->in_c * (int32_t)sizeof *y_row);
    pixel(p, &w, y_row);
  }
}
static inline void nook_pool_pixel_f32(const nook_pool_f32* p, const nook_pool_window* w, float* y,
                                       float (*of)(const nook_pool_f32*, const nook_pool_window*,
                                                   int32_t c)) {
  const float least = p->act_min, most = p->act_max;
  for (int32_t c = 0; c < p->in_c; ++c) *y++ = nook_clamp_f32(of(p, w, c), least, most);
}
static inline void nook_pool_row_f32(const nook_pool_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                     void (*pixel)(const nook_pool_f32*, const nook_pool_window*, float* y)) {
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, p->in_c * (int32_t)sizeof *y_row);
    pixel(p, &w, y_row);
  }
}

/* The body of a kernel for images: calls row(p, rows, oy, y, scratch) for each row of y. x and y are
 * variables, which it advances. A macro, because it serves all types of elements. */
#define NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch, row)                                                \
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};                              \
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {                                             \
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c) row(p, &rows, oy, y, scratch); \
    x += p->in_h * p->in_w * p->in_c;                                                                 \
  }

#endif
