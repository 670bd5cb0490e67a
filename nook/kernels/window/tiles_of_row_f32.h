/* A row of windows in tiles of four pixels and four outputs (dot_4x4_f32.h). Inputs are read in place, as
 * segments of contiguous floats; zeros stand in for columns outside the image, and rows outside the image are
 * skipped. */
#ifndef NOOK_KERNELS_WINDOW_TILES_OF_ROW_F32_H_
#define NOOK_KERNELS_WINDOW_TILES_OF_ROW_F32_H_

#include "nook/core/rows.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/dot_4x4_f32.h"
#include "nook/kernels/window/window.h"

enum { TILE = 4, FLOAT = (int)sizeof(float), WEIGHT_BYTES = TILE * FLOAT };

/* A source with these kernels defines the inner loop of its core. */
static void compute_tile(const nook_dot_4x4_f32* job);

/* The segments under a row of the filter, for four pixels. */
typedef struct window {
  nook_segment_f32 segments[NOOK_WINDOW_SEGMENTS_F32];
  nook_segment_f32* end;
  int32_t x0[TILE]; /* columns of the image under the first tap; they do not decrease */
} window;

/* Adds the inputs of `count` floats from channel `channel` of tap `tap` on, of each pixel. */
static void add_segment(const nook_window_f32* p, window* at, int32_t tap, int32_t channel, int32_t count) {
  nook_segment_f32* const segment = at->end++;
  segment->count = count, segment->weights = (tap * p->in_c + channel) * WEIGHT_BYTES;
  for (int32_t i = 0; i < TILE; ++i) {
    const int32_t column = at->x0[i] + tap * p->dilation_w, inside = column >= 0 && column < p->in_w;
    segment->x[i] = inside ? (column * p->in_c + channel) * FLOAT : NOOK_SEGMENT_F32_OUTSIDE;
    if (!inside) segment->count = -count;
  }
}

/* Finds the segments: as few as possible of the taps that are inside the image for all pixels, none of those
 * that are outside for all, and at least one of each other tap. Not inlined, so that its frame and the inner
 * loop's share the stack. */
static __attribute__((noinline)) void find_segments(const nook_window_f32* p, window* at) {
  const int32_t first = at->x0[0], last = at->x0[TILE - 1];
  const nook_taps of_first = nook_taps_inside(first, p->dilation_w, p->filter_w, p->in_w);
  const nook_taps of_last = nook_taps_inside(last, p->dilation_w, p->filter_w, p->in_w);
  at->end = at->segments;
  for (int32_t j = of_last.begin; j < of_first.end;) {
    const int32_t inside = j >= of_first.begin && j < of_last.end;
    const int32_t taps = inside && p->dilation_w == 1 ? of_last.end - j : 1;
    const int32_t count = taps * p->in_c, most = inside ? count : NOOK_SEGMENT_F32_ZEROS;
    for (int32_t done = 0; done < count; done += most)
      add_segment(p, at, j, done, count - done < most ? count - done : most);
    j += taps;
  }
}

/* `y_step`: floats from the outputs of one pixel to the outputs of the next. Inlined, so that a row has one
 * stack frame. */
static inline __attribute__((always_inline)) void row_of_tiles(const nook_window_f32* p, const nook_rows* x,
                                                               int32_t oy, const float* w, float* y_row,
                                                               int32_t y_step) {
  window at;
  const float *under[NOOK_WINDOW_ROWS_F32], **rows_end = under;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps rows = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t i = rows.begin; i < rows.end; ++i)
    *rows_end++ = (const float*)nook_row(x, y0 + i * p->dilation_h);
  nook_dot_4x4_f32 job;
  job.rows = under, job.segments = at.segments, job.weights = w, job.y_bytes = p->out_c * FLOAT;
  job.range = nook_float_range_of(p->act_min, p->act_max);
  nook_dot_4x4_f32_set_weights(&job, p->filter_h, p->filter_w * p->in_c);
  job.first += rows.begin * job.row_bytes;
  for (int32_t ox = 0; ox < p->out_w; ox += TILE) {
    for (int32_t i = 0; i < TILE; ++i) {
      const int32_t pixel = ox + i < p->out_w ? ox + i : p->out_w - 1; /* the last one fills the last tile */
      at.x0[i] = pixel * p->stride_w - p->pad_left;
      job.y[i] = y_row + pixel * y_step;
    }
    find_segments(p, &at);
    job.segments_end = at.end;
    job.rows_end = at.end == at.segments ? under : rows_end;
    compute_tile(&job);
  }
}

#endif
