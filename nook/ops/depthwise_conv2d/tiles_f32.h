/* float32 depthwise convolutions with packed weights: tiles of four pixels of a row and four channels
 * (dw_4x4_f32.h). Rows outside the image are skipped, and at the ends of a row the taps that are outside. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TILES_F32_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TILES_F32_H_

#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/depthwise/dw_4x4_f32.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { TILE = 4, FLOAT = (int)sizeof(float), WEIGHT_BYTES = TILE * FLOAT };

/* A source with these kernels defines the inner loop of its core. */
static void compute_tiles(const nook_dw_4x4_f32* job);

/* Lists on the stack: the taps of a tile, and the pixels for which each is outside. */
typedef struct window {
  const float** taps;
  uint8_t* outside;
} window;

/* Sets the taps of pixels from `ox` on, `pixels` of which exist, in these rows of the filter; returns whether
 * any tap is outside. Not inlined, so that its frame and the inner loop's share the stack. */
static __attribute__((noinline)) int32_t set_taps(const nook_depthwise_conv2d_f32* p, const nook_rows* x,
                                                  int32_t y0, nook_taps rows, int32_t ox, const window* to) {
  const int32_t pixels = p->out_w < TILE ? p->out_w : TILE;
  const float** tap = to->taps;
  uint8_t any = 0, *outside = to->outside;
  for (int32_t i = rows.begin; i < rows.end; ++i) {
    const float* const row = nook_row(x, y0 + i * p->dilation_h);
    int32_t column = ox * p->stride_w - p->pad_left;
    for (int32_t j = 0; j < p->filter_w; ++j, column += p->dilation_w) {
      uint8_t mask = 0;
      for (int32_t pixel = 0, c = column; pixel < TILE; ++pixel, c += p->stride_w)
        if (pixel >= pixels || c < 0 || c >= p->in_w) mask |= (uint8_t)(1 << pixel);
      *outside++ = mask, any |= mask;
      *tap++ = row + column * p->in_c;
    }
  }
  return any || tap == to->taps;
}

static nook_dw_4x4_f32 job_for(const nook_depthwise_conv2d_f32* p, nook_taps rows, const float* w,
                               const float** taps) {
  const int32_t row_bytes = p->filter_w * WEIGHT_BYTES, count = rows.end - rows.begin;
  nook_dw_4x4_f32 job;
  job.taps = taps, job.taps_end = taps + (count > 0 ? count * p->filter_w : 0);
  job.weights = w, job.first = WEIGHT_BYTES + rows.begin * row_bytes;
  job.tile_bytes = WEIGHT_BYTES + p->filter_h * row_bytes;
  job.channel_bytes = p->out_c * FLOAT, job.pixel_bytes = p->stride_w * p->in_c * FLOAT;
  job.range = nook_float_range_of(p->act_min, p->act_max);
  return job;
}

static inline void compute_row(const nook_depthwise_conv2d_f32* p, const nook_rows* x, int32_t oy,
                               const float* w, float* y_row, window at) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps rows = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  nook_dw_4x4_f32 job = job_for(p, rows, w, at.taps);
  /* The windows of the pixels from `first` to `end` are inside the image. */
  const int32_t first = p->pad_left ? (p->pad_left - 1) / p->stride_w + 1 : 0;
  const int32_t room = p->in_w - 1 - (p->filter_w - 1) * p->dilation_w + p->pad_left;
  const int32_t inside = room < 0 ? 0 : room / p->stride_w + 1, end = inside < p->out_w ? inside : p->out_w;
  for (int32_t ox = 0; ox < p->out_w; ox += TILE * job.tiles) {
    if (ox + TILE > p->out_w && p->out_w >= TILE) ox = p->out_w - TILE; /* overlaps the tile before it */
    job.tiles = ox >= first && end - ox >= TILE ? (end - ox) / TILE : 1;
    job.outside = set_taps(p, x, y0, rows, ox, &at) ? at.outside : 0;
    for (int32_t i = 0; i < TILE; ++i) job.y[i] = y_row + (ox + (i < p->out_w ? i : 0)) * p->out_c;
    compute_tiles(&job);
  }
}

/* With the lists on the stack of the kernel, which is why these are inlined. */
static inline __attribute__((always_inline)) void compute_row_of_few_taps(const nook_depthwise_conv2d_f32* p,
                                                                          const nook_rows* x, int32_t oy,
                                                                          const float* w, float* y_row) {
  const float* taps[NOOK_DEPTHWISE_FEW_TAPS_F32];
  uint8_t outside[NOOK_DEPTHWISE_FEW_TAPS_F32];
  const window at = {taps, outside};
  compute_row(p, x, oy, w, y_row, at);
}
static inline __attribute__((always_inline)) void compute_row_of_many_taps(const nook_depthwise_conv2d_f32* p,
                                                                           const nook_rows* x, int32_t oy,
                                                                           const float* w, float* y_row) {
  const float* taps[NOOK_DEPTHWISE_TAPS_F32];
  uint8_t outside[NOOK_DEPTHWISE_TAPS_F32];
  const window at = {taps, outside};
  compute_row(p, x, oy, w, y_row, at);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

/* An image of one column is one of one row. */
static __attribute__((noinline)) nook_depthwise_conv2d_f32 as_row(const nook_depthwise_conv2d_f32* p) {
  nook_depthwise_conv2d_f32 row = *p;
  row.in_w = p->in_h, row.out_w = p->out_h, row.filter_w = p->filter_h, row.stride_w = p->stride_h;
  row.dilation_w = p->dilation_h, row.pad_left = p->pad_top;
  row.in_h = row.out_h = row.filter_h = row.stride_h = row.dilation_h = 1, row.pad_top = 0;
  return row;
}

#endif
