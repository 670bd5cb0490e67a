#include "nook/ops/depthwise_conv2d/strip_rows_dsp.h"

#include "nook/ops/depthwise_conv2d/strip_window.h"
#include "nook/ops/shared/bytes_dsp.h"

typedef struct padded_rows {
  nook_strip_window window;
  const int8_t* padding;
} padded_rows;

/* As many columns outside the image. */
static const int8_t** put_padding(const int8_t* padding, int32_t columns, const int8_t** to) {
#pragma GCC unroll 1
  for (; columns > 0; --columns, to += 3) to[0] = to[1] = to[2] = padding;
  return to;
}

/* Where all rows of columns [x0, end) are; returns the end of the list. */
static const int8_t** find_columns(const padded_rows* rows, int32_t x0, int32_t end, int32_t width,
                                   const int8_t** to) {
  const int32_t first = x0 > 0 ? x0 : 0, last = end < width ? end : width;
  to = put_padding(rows->padding, (end < 0 ? end : first) - x0, to);
  const int8_t* row0 = rows->window.row[0] + first * rows->window.step[0];
  const int8_t* row1 = rows->window.row[1] + first * rows->window.step[1];
  const int8_t* row2 = rows->window.row[2] + first * rows->window.step[2];
  const int32_t step0 = rows->window.step[0], step1 = rows->window.step[1], step2 = rows->window.step[2];
#pragma GCC unroll 2
  for (int32_t columns = last - first; columns > 0; --columns, to += 3) {
    to[0] = row0, to[1] = row1, to[2] = row2;
    row0 += step0, row1 += step1, row2 += step2;
  }
  return put_padding(rows->padding, end - (last > first ? last : first), to);
}

static padded_rows find_rows(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                             const int8_t* w) {
  padded_rows rows;
  rows.padding = nook_strip_padding(p, w);
  nook_find_strip_window(p, x, oy, rows.padding, &rows.window);
  return rows;
}

/* Inlined into each of the functions below, so that the compiler knows what it calls. */
static inline __attribute__((always_inline)) void each_strip(const nook_depthwise_conv2d_s8* p,
                                                             const padded_rows* rows, const int8_t* w,
                                                             int8_t* y_row, int32_t stride,
                                                             void (*strip)(const nook_strip*)) {
  const int8_t* at[3 * NOOK_STRIP_COLUMNS];
  nook_strip job = {at, at, y_row, p->in_c, w, stride == 1 ? NOOK_STRIP_PIXELS : NOOK_STRIP_PIXELS_BY_TWO};
  for (int32_t ox = 0; ox < p->out_w; ox += job.pixels, job.y += job.pixels * p->out_c) {
    if (job.pixels > p->out_w - ox) job.pixels = p->out_w - ox;
    const int32_t x0 = stride * ox - p->pad_left, columns = ((stride * job.pixels + 1) & ~1) + 2;
    job.end = find_columns(rows, x0, x0 + columns, p->in_w, at);
    strip(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_strip_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row) {
  const padded_rows rows = find_rows(p, x, oy, w);
  each_strip(p, &rows, w, y_row, 1, nook_strip_dsp);
}

void nook_strip_by_two_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                               const int8_t* w, int8_t* y_row) {
  const padded_rows rows = find_rows(p, x, oy, w);
  each_strip(p, &rows, w, y_row, 2, nook_strip_by_two_dsp);
}
