#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/reference/sums_s16.h"

/* Rows of the image under the filter. `stride` is 0 if there is one row, or if their distances differ, as at
 * the end of a ring. */
typedef struct tap_rows {
  const nook_rows* x;
  const char* first;
  int32_t y, step, stride; /* number of the first row; rows and bytes from one row to the next */
} tap_rows;

static tap_rows find_rows(const nook_rows* x, int32_t y, int32_t step, int32_t count) {
  tap_rows rows = {x, (const char*)nook_row(x, y), y, step, 0};
  if (count == 1) return rows; /* the distance of the next row may not fit */
  const int32_t stride = step * x->stride;
  if ((const char*)nook_row(x, y + (count - 1) * step) == rows.first + (count - 1) * stride)
    rows.stride = stride;
  return rows;
}

/* Taps of one channel, `at` elements from column 0. */
typedef struct window {
  int32_t rows, columns, at, x_step, w_step, w_row;
} window;

/* Adds rows [i, end), whose products are few enough for 32 bits. */
static inline int32_t few_of_rows(const tap_rows* from, const window* taps, const int8_t* w, int32_t i,
                                  int32_t end) {
  const char* row = from->first + i * from->stride;
  int32_t sum = 0;
  for (; i < end; ++i, row += from->stride, w += taps->w_row) {
    if (from->stride == 0) row = (const char*)nook_row(from->x, from->y + i * from->step);
    const int16_t* x = (const int16_t*)row + taps->at;
    const int8_t* tap = w;
    for (int32_t j = taps->columns; j > 0; --j, x += taps->x_step, tap += taps->w_step)
      sum += (int32_t)*x * *tap;
  }
  return sum;
}

/* Adds `few` rows at a time; 0: even one row has too many products, and they are added one at a time. */
static inline int64_t sum_of(const tap_rows* from, const window* taps, const int8_t* w, int32_t few) {
  if (few >= taps->rows) return few_of_rows(from, taps, w, 0, taps->rows);
  int64_t sum = 0;
  window one = *taps;
  if (few == 0) one.columns = few = 1;
  for (int32_t j = 0; j < taps->columns; j += one.columns, one.at += one.x_step)
    for (int32_t i = 0; i < taps->rows; i += few) {
      const int32_t end = taps->rows - i < few ? taps->rows : i + few;
      sum += few_of_rows(from, &one, w + i * taps->w_row + j * taps->w_step, i, end);
    }
  return sum;
}

void nook_depthwise_conv2d_s16_ref_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  window taps = {ky.end - ky.begin, 0, 0, p->dilation_w * p->in_c, p->out_c, p->filter_w * p->out_c};
  tap_rows rows = {x, (const char*)y_row, 0, 0, 0}; /* without rows nothing is read */
  if (taps.rows > 0) rows = find_rows(x, y0 + ky.begin * p->dilation_h, p->dilation_h, taps.rows);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int8_t* const first = w + (ky.begin * p->filter_w + kx.begin) * p->out_c;
    taps.columns = kx.end - kx.begin, taps.at = (x0 + kx.begin * p->dilation_w) * p->in_c;
    const int32_t few = taps.columns > 0 ? NOOK_FEW_PRODUCTS_S16 / taps.columns : taps.rows;
    for (int32_t o = 0, m = 0; o < p->out_c; ++o) {
      const int64_t sum = sum_of(&rows, &taps, first + o, few);
      const int32_t q = nook_output_s16(sum, NOOK_SUM_64, bias, o, p->multiplier[o], p->shift[o]);
      *y_row++ = (int16_t)nook_clamp(q, p->act_min, p->act_max);
      if (++m == p->depth_multiplier) m = 0, ++taps.at;
    }
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_ref_row);
}
