/* Rows of depthwise convolutions with filters of up to 3x3 with Helium. The including file defines the inner
 * loop, NOOK_DW_3X3_RUN, and the bytes of its packed weights, NOOK_DW_3X3_STREAM (dw_3x3_mve.h). */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_ROWS_3X3_MVE_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_ROWS_3X3_MVE_H_

#include <arm_mve.h>

#include "nook/kernels/asm/columns_mve.h"
#include "nook/kernels/depthwise/helium/dw_3x3_mve.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* Data that all rows of an image share. */
typedef struct frame {
  nook_dw_3x3_mve job;
  const int8_t *packed, *padding;
  uint32_t* words;      /* the memory */
  int32_t span, stride; /* columns under a filter; distance of two columns in words */
  int32_t reach;        /* distance from the first row under a filter to the last */
  int32_t at_once;      /* pixels whose columns are in memory at once */
  int32_t tiles, rest;  /* whole tiles, and the channels after them */
  uint32_t below[4];    /* distances of the filter's rows from the first; missing rows are outside */
} frame;

static inline void set_channels(nook_dw_3x3_mve* job, int32_t channels) {
  const uint32x4_t pixel = vsubq_u32(vldrwq_u32(job->second_words), vldrwq_u32(job->first_words));
  const uint32_t behind = 4u * (((uint32_t)channels + 3) & ~3u);
  vstrwq_u32(job->next_words, vsubq_n_u32(vaddq_u32(pixel, pixel), behind));
  job->fours = channels >> 2, job->rest = channels & 3;
  job->few = channels < NOOK_DW_3X3_MVE_TILE ? channels : 0;
  job->y_on = 2 * job->y_step - (channels & ~3);
}

/* Finds the columns of the first two pixels. Filters with fewer than three columns read zeros instead. */
static inline void find_words(const nook_depthwise_conv2d_s8* p, frame* f) {
  static const uint32_t zeros[NOOK_DW_3X3_MVE_WIDE] = {0};
  const uint32_t pixel = 4u * (uint32_t)(p->stride_w * f->stride);
  const uint32_t column = 4u * (uint32_t)(p->dilation_w * f->stride);
  const mve_pred16_t there = vctp32q((uint32_t)p->filter_w);
  const uint32x4_t columns = vmulq_n_u32(vidupq_n_u32(0, 1), column);
  const uint32x4_t outside = vdupq_n_u32((uint32_t)(uintptr_t)zeros - 4);
  const uint32x4_t first = vaddq_m_n_u32(outside, columns, (uint32_t)(uintptr_t)f->words - 4, there);
  vstrwq_u32(f->job.first_words, first);
  vstrwq_u32(f->job.second_words, vaddq_m_n_u32(first, first, pixel, there));
}

/* The number of pixels, an even number, for whose columns the memory has room, with `stride` words per
 * column. It holds NOOK_DW_3X3_MVE_ON_STACK columns of a tile, or all columns under the filter. */
static inline int32_t pixels_at_once(const nook_depthwise_conv2d_s8* p, int32_t span, int32_t stride) {
  const int32_t room = NOOK_DW_3X3_MVE_ON_STACK * NOOK_DW_3X3_MVE_TILE / stride - span;
  const int32_t most = room < 0 ? 0 : room / p->stride_w + 1;
  return most >= p->out_w ? p->out_w : most > 1 ? most & ~1 : most;
}

/* Columns have a stride of as many words as there are channels, if these are few. It may exceed a tile by a
 * few channels only if a row needs no more parts and one channel follows the tile. */
static inline void find_strips(const nook_depthwise_conv2d_s8* p, frame* f) {
  const int32_t c = p->in_c, span = f->span;
  int32_t stride = c, at_once = c <= NOOK_DW_3X3_MVE_WIDE ? pixels_at_once(p, span, c) : 0;
  if (c > NOOK_DW_3X3_MVE_TILE) {
    const int32_t of_tiles = pixels_at_once(p, span, NOOK_DW_3X3_MVE_TILE);
    const int32_t parts = c % NOOK_DW_3X3_MVE_TILE ? 2 : 1;
    if (parts * at_once < of_tiles || !at_once) stride = NOOK_DW_3X3_MVE_TILE, at_once = of_tiles;
  }
  f->stride = stride, f->at_once = at_once ? at_once : 1;
  f->tiles = c / stride, f->rest = c - f->tiles * stride;
}

/* Sets the columns under the filter for this many pixels, the first of which is at column x0 of the padded
 * image: everything that does not depend on the row. */
static inline void set_strip(const nook_depthwise_conv2d_s8* p, frame* f, int32_t x0, int32_t pixels) {
  nook_dw_3x3_mve* const job = &f->job;
  const int32_t columns = (pixels - 1) * p->stride_w + f->span, stride = f->stride;
  nook_columns_inside in = {0, columns};
  if (x0 < 0 || columns > p->in_w - x0) {
    in = nook_find_columns_inside(x0, columns, p->in_w);
    if (in.begin > 0) nook_put_padding_mve(p->in_zero, in.begin * stride, f->words);
  }
  job->first = x0 + in.begin, job->columns = in.end - in.begin, job->pixels = pixels;
  job->where[6] = (uint32_t)(uintptr_t)(f->words + in.begin * stride);
  job->after = f->words + in.end * stride, job->end = f->words + columns * stride;
}

static inline void find_rows_below(const nook_depthwise_conv2d_s8* p, frame* f) {
  const uint32x4_t below = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)p->dilation_h);
  const uint32x4_t outside = vdupq_n_u32(0x80000000u);
  vstrwq_u32(f->below, vpselq_u32(below, outside, vctp32q((uint32_t)p->filter_h)));
}

static void begin(const nook_depthwise_conv2d_s8* p, const int8_t* w, uint32_t* words, frame* f) {
  nook_dw_3x3_mve* const job = &f->job;
  const int32_t c = p->in_c;
  f->packed = w, f->padding = w + NOOK_DW_3X3_STREAM(c), f->words = words;
  f->span = (p->filter_w - 1) * p->dilation_w + 1, f->reach = (p->filter_h - 1) * p->dilation_h;
  find_strips(p, f);
  job->y_step = c, job->run = f->stride == c ? c : 0;
  job->in_zero = p->in_zero, job->zero = p->out_zero, job->low = p->act_min, job->high = p->act_max;
  job->ties = p->act_min < p->out_zero;
  find_words(p, f);
  set_channels(job, f->stride);
  find_rows_below(p, f);
  if (p->out_w <= f->at_once) set_strip(p, f, -p->pad_left, p->out_w);
}

/* The channels after the last whole tile. */
static void multiply_rest(frame* f) {
  nook_dw_3x3_mve* const job = &f->job;
  const int32_t done = f->tiles * NOOK_DW_3X3_MVE_TILE;
  set_channels(job, f->rest);
  job->tiles = 1, job->weights = f->packed + NOOK_DW_3X3_STREAM(done), job->y += NOOK_DW_3X3_MVE_TILE;
#pragma GCC unroll 3
  for (int32_t i = 0; i < 3; ++i) job->where[i] += (uint32_t)done;
  NOOK_DW_3X3_RUN(job);
#pragma GCC unroll 3
  for (int32_t i = 0; i < 3; ++i) job->where[i] -= (uint32_t)done;
  set_channels(job, NOOK_DW_3X3_MVE_TILE);
}

/* Finds the three rows under the filter. A ring has room for all of them, so it wraps at most once. */
static inline void find_rows(const nook_depthwise_conv2d_s8* p, frame* f, const nook_rows* x, int32_t oy) {
  const int32_t at = oy * p->stride_h - p->pad_top;
  const uint32x4_t rows = vaddq_n_u32(vldrwq_u32(f->below), (uint32_t)at);
  uint32x4_t slots = rows;
  if (at + f->reach >= x->count) {
    if (at >= x->count) slots = vaddq_n_u32(vldrwq_u32(f->below), (uint32_t)(at % x->count));
    slots = vsubq_m_n_u32(slots, slots, (uint32_t)x->count, vcmpcsq_n_u32(slots, (uint32_t)x->count));
  }
  uint32x4_t row = vaddq_n_u32(vmulq_n_u32(slots, (uint32_t)x->stride), (uint32_t)(uintptr_t)x->base);
  uint32x4_t step = vdupq_n_u32((uint32_t)p->in_c);
  /* Written in assembly because GCC moves a predicate to a register and back for each use. No other predicate
   * is live here. */
  __asm(
      "vcmp.u32 cs, %q[rows], %[height]\n\t"
      "vpstt\n\t"
      "vdupt.32 %q[row], %[padding]\n\t"
      "vdupt.32 %q[step], %[none]"
      : [row] "+w"(row), [step] "+w"(step)
      : [rows] "w"(rows), [height] "r"(p->in_h), [padding] "r"(f->padding), [none] "r"(0));
  uint32_t* const where = f->job.where; /* the fourth element of each vector is unused */
  vstrwq_u32(where, row);
  vstrwq_u32(where + 3, vsetq_lane_u32(where[6], step, 3));
}

/* Computes one strip, the row's pixels from y on. */
static inline void multiply_strip(frame* f, int8_t* y) {
  f->job.y = y, f->job.weights = f->packed, f->job.tiles = f->tiles;
  NOOK_DW_3X3_RUN(&f->job);
  if (f->rest) multiply_rest(f);
}

static void multiply_row(const nook_depthwise_conv2d_s8* p, frame* f, const nook_rows* x, int32_t oy,
                         int8_t* y_row) {
  find_rows(p, f, x, oy);
  int32_t left = p->out_w, x0 = -p->pad_left;
  if (left <= f->at_once) {
    multiply_strip(f, y_row);
    return;
  }
  do {
    const int32_t pixels = left < f->at_once ? left : f->at_once;
    set_strip(p, f, x0, pixels);
    multiply_strip(f, y_row);
    x0 += pixels * p->stride_w, y_row += pixels * p->in_c, left -= pixels;
  } while (left > 0);
}

static void multiply_images(const nook_depthwise_conv2d_s8* p, frame* f, const int8_t* x, int8_t* y) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) multiply_row(p, f, &rows, oy, y);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* With the columns in `words`. Inlined, so that kernels whose columns are on the stack have a single frame.
 */
static inline __attribute__((always_inline)) void row_of_3x3(const nook_depthwise_conv2d_s8* p,
                                                             const nook_rows* x, int32_t oy, const int8_t* w,
                                                             int8_t* y_row, void* words) {
  frame f;
  begin(p, w, words, &f);
  multiply_row(p, &f, x, oy, y_row);
}
static inline __attribute__((always_inline)) void images_of_3x3(const nook_depthwise_conv2d_s8* p,
                                                                const int8_t* x, const int8_t* w, int8_t* y,
                                                                void* words) {
  frame f;
  begin(p, w, words, &f);
  multiply_images(p, &f, x, y);
}

#endif
