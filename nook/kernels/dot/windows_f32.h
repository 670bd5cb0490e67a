/* Sums of float32 products over windows of an image, for kernels whose vectors have an output, or a channel,
 * in each lane. Each sum adds its products in the order of the reference, and each product is rounded, so
 * that results have the reference's bytes. */
#ifndef NOOK_KERNELS_DOT_WINDOWS_F32_H_
#define NOOK_KERNELS_DOT_WINDOWS_F32_H_

#include <stdint.h>

#include "nook/core/rows.h"
#include "nook/core/window_range.h"
#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/window/window.h"

/* The part of a window that is inside the image, and its weights. Windows of several pixels have the same
 * part. Distances are in bytes. Assembly code depends on the offsets of these fields. */
typedef struct nook_windows_f32 {
  const char* x; /* the first tap of the first pixel's window */
  float* y;
  const float* weights;    /* the weights of the first tap */
  const float* bias;       /* one for each output; null: zeros */
  int32_t outputs, pixels; /* > 0 */
  int32_t step;            /* from one pixel of x to the next */
  int32_t y_step;          /* from one pixel of y to the next */
  int32_t rows;            /* 0: all taps are outside of the image */
  int32_t taps;            /* > 0: in each row */
  int32_t run;             /* > 0: bytes of a tap */
  int32_t tap_step;        /* from one tap of a row to the next */
  int32_t row_step;        /* from one row to the next */
  const char* ring_end;    /* the end of the last row in memory, after which row 0 follows */
  int32_t ring_bytes;      /* bytes of all rows in memory */
  int32_t weight_step;     /* from the weights of an input to the next input's */
  int32_t weight_skip;     /* from the end of a row's weights to the next row's */
  int32_t output_step;     /* from an output's weight to the next one's: 4, unless the kernel says more */
  float low, high;
} nook_windows_f32;

#include "nook/kernels/dot/windows_f32_offsets.inc"

/* Vectors of `inputs` floats, one after another, as windows of one tap. */
static inline void nook_one_tap_f32(nook_windows_f32* job, int32_t inputs, int32_t outputs) {
  enum { FLOAT = (int)sizeof(float) };
  job->outputs = outputs, job->y_step = job->weight_step = outputs * FLOAT, job->output_step = FLOAT;
  job->rows = job->taps = 1, job->run = job->tap_step = job->step = inputs * FLOAT;
  job->row_step = job->ring_bytes = job->weight_skip = 0, job->ring_end = 0;
}

/* The sizes of a row of windows. */
typedef struct nook_window_row_f32 {
  const nook_window_f32* p;
  nook_taps rows;
  const char* first;    /* the first row inside the image */
  const float* weights; /* the weights of the first tap of a window */
  int32_t tap_weights;  /* weights of a tap */
} nook_window_row_f32;

static inline nook_window_row_f32 nook_begin_windows_f32(const nook_window_f32* p, const nook_rows* x,
                                                         int32_t oy, const float* weights,
                                                         int32_t tap_weights, nook_windows_f32* job) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, all = x->count * x->stride;
  nook_window_row_f32 row = {p, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h), 0, weights,
                             tap_weights};
  if (row.rows.begin < row.rows.end)
    row.first = (const char*)nook_row(x, y0 + row.rows.begin * p->dilation_h);
  job->outputs = p->out_c, job->y_step = p->out_c * (int32_t)sizeof(float);
  job->step = p->stride_w * p->in_c * (int32_t)sizeof(float);
  job->row_step = p->dilation_h * x->stride;
  job->ring_end = (const char*)x->base + all, job->ring_bytes = all;
  job->low = p->act_min, job->high = p->act_max;
  job->output_step = (int32_t)sizeof(float);
  return row;
}

/* The windows from pixel `ox` of the row on that have the same part inside the image: sets their number and
 * their taps. Adjacent taps are one if `dense`. */
static inline void nook_next_windows_f32(const nook_window_row_f32* row, int32_t ox, int32_t dense,
                                         nook_windows_f32* job) {
  enum { FLOAT = (int)sizeof(float) };
  const nook_window_f32* const p = row->p;
  const int32_t x0 = ox * p->stride_w - p->pad_left, left = p->out_w - ox;
  const nook_taps columns = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t taps = columns.end - columns.begin;
  job->pixels = 1;
  if (taps == p->filter_w) {
    const int32_t inside = (p->in_w - 1 - (p->filter_w - 1) * p->dilation_w - x0) / p->stride_w + 1;
    job->pixels = inside < left ? inside : left;
  }
  job->rows = taps > 0 && row->first ? row->rows.end - row->rows.begin : 0;
  if (job->rows == 0) return;
  job->x = row->first + (x0 + columns.begin * p->dilation_w) * p->in_c * FLOAT;
  job->weights = row->weights + (row->rows.begin * p->filter_w + columns.begin) * row->tap_weights;
  job->weight_skip = (p->filter_w - taps) * row->tap_weights * FLOAT;
  job->taps = dense ? 1 : taps, job->run = (dense ? taps : 1) * p->in_c * FLOAT;
  job->tap_step = p->dilation_w * p->in_c * FLOAT;
}

#endif
