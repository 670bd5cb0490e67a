/* float32 convolutions in tiles of four pixels, of one row or of several, and sixteen outputs
 * (tile_4x16_f32.h). Inputs are read in place; zeros stand in for those outside the image, which change no
 * sum, since the packed weights are finite. The weights of a tile are read for all pixels of a block before
 * the next tile's, so that they stay in the cache. */
#ifndef NOOK_KERNELS_WINDOW_TILES_4X16_F32_H_
#define NOOK_KERNELS_WINDOW_TILES_4X16_F32_H_

#include "nook/core/rows.h"
#include "nook/kernels/dot/tile_4x16_f32.h"
#include "nook/kernels/window/window.h"

enum { PIXELS = NOOK_PIXELS_F32, TILES = 16, ZEROS = 64 };

static const float zeros[ZEROS];

/* Four pixels: where their windows begin in the image, and their outputs. */
typedef struct tile {
  int32_t row[PIXELS], column[PIXELS];
  int inside; /* the columns of all taps are inside the image */
  float* y[PIXELS];
} tile;

/* Describes `count` pixels of an image from pixel `first` of row `oy` on, in tiles; the last pixel fills the
 * last tile. y: the outputs of the first one. Returns the number of tiles. */
static int32_t find_tiles(const nook_window_f32* p, int32_t oy, int32_t first, int32_t count, float* y,
                          tile* tiles) {
  const int32_t most = p->in_w - 1 - (p->filter_w - 1) * p->dilation_w;
  int32_t n = 0;
  for (int32_t done = 0; done < count; done += PIXELS, ++n) {
    tile* const at = tiles + n;
    at->inside = 1;
    for (int32_t i = 0; i < PIXELS; ++i) {
      const int32_t more = done + i < count ? done + i : count - 1, pixel = first + more;
      at->row[i] = (oy + pixel / p->out_w) * p->stride_h - p->pad_top;
      at->column[i] = pixel % p->out_w * p->stride_w - p->pad_left;
      at->inside &= at->column[i] >= 0 && at->column[i] <= most;
      at->y[i] = y + (intptr_t)more * p->out_c;
    }
  }
  return n;
}

/* Adds the products of `count` inputs, from x[i] on for each pixel; null: zeros. */
NOOK_INLINED_F32 nook_sums_f32 add_run(nook_sums_f32 sums, const float* const* x, const float* w,
                                       int32_t count, int wide) {
  if (x[0] && x[1] && x[2] && x[3]) return nook_add_products_f32(sums, x, w, count, wide);
  if (!x[0] && !x[1] && !x[2] && !x[3]) return sums;
  for (int32_t done = 0; done < count; done += ZEROS) {
    const float* from[PIXELS];
    for (int32_t i = 0; i < PIXELS; ++i) from[i] = x[i] ? x[i] + done : zeros;
    sums = nook_add_products_f32(sums, from, w + done * (wide ? 16 : 8),
                                 count - done < ZEROS ? count - done : ZEROS, wide);
  }
  return sums;
}

/* The sums of a tile: w are its weights after the biases. */
NOOK_INLINED_F32 nook_sums_f32 sums_of(const nook_window_f32* p, const nook_rows* x, const tile* at,
                                       const float* w, int wide) {
  nook_sums_f32 sums = nook_no_sums_f32();
  const int32_t tap = p->in_c * (wide ? NOOK_TILE_F32 : NOOK_LANES_F32);
  const int32_t dense = at->inside && (p->dilation_w == 1 || p->filter_w == 1);
  for (int32_t i = 0; i < p->filter_h; ++i) {
    const float *rows[PIXELS], *from[PIXELS];
    for (int32_t n = 0; n < PIXELS; ++n) {
      const int32_t row = at->row[n] + i * p->dilation_h;
      rows[n] = row >= 0 && row < p->in_h ? (const float*)nook_row(x, row) : 0;
    }
    const int32_t runs = dense ? 1 : p->filter_w, run = dense ? p->filter_w : 1;
    for (int32_t j = 0; j < runs; ++j, w += run * tap) {
      for (int32_t n = 0; n < PIXELS; ++n) {
        const int32_t column = at->column[n] + j * p->dilation_w;
        const int inside = rows[n] && column >= 0 && column < p->in_w;
        from[n] = inside ? rows[n] + (intptr_t)column * p->in_c : 0;
      }
      sums = add_run(sums, from, w, run * p->in_c, wide);
    }
  }
  return sums;
}

static void wide_tile(const nook_window_f32* p, const nook_rows* x, const tile* at, const float* w,
                      int32_t o) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  const nook_sums_f32 sums = sums_of(p, x, at, w + NOOK_TILE_F32, 1);
  float* const y[PIXELS] = {at->y[0] + o, at->y[1] + o, at->y[2] + o, at->y[3] + o};
  nook_store_tile_f32(&sums, w, &range, 1, p->out_c - o, y);
}

static void narrow_tile(const nook_window_f32* p, const nook_rows* x, const tile* at, const float* w,
                        int32_t o) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  const nook_sums_f32 sums = sums_of(p, x, at, w + NOOK_LANES_F32, 0);
  float* const y[PIXELS] = {at->y[0] + o, at->y[1] + o, at->y[2] + o, at->y[3] + o};
  nook_store_tile_f32(&sums, w, &range, 0, p->out_c - o, y);
}

/* All outputs of `count` pixels from the first of row `oy` on. */
static void compute_pixels(const nook_window_f32* p, const nook_rows* x, int32_t oy, int32_t count,
                           const float* w, float* y) {
  const int32_t depth = p->filter_h * p->filter_w * p->in_c;
  tile tiles[TILES];
  for (int32_t first = 0; first < count; first += TILES * PIXELS) {
    const int32_t left = count - first, most = TILES * PIXELS;
    const int32_t n =
        find_tiles(p, oy, first, left < most ? left : most, y + (intptr_t)first * p->out_c, tiles);
    const float* weights = w;
    for (int32_t o = 0; o < p->out_c;) {
      const int32_t outputs = nook_tile_outputs_f32(p->out_c - o);
      for (int32_t i = 0; i < n; ++i)
        (outputs > NOOK_LANES_F32 ? wide_tile : narrow_tile)(p, x, tiles + i, weights, o);
      weights += (intptr_t)outputs * (depth + 1), o += outputs;
    }
  }
}

/* The images of a batch. */
static void compute_images(const nook_window_f32* p, const float* x, const float* w, float* y) {
  const int32_t row = p->in_w * p->in_c, pixels = p->out_h * p->out_w;
  for (int32_t n = 0; n < p->batch; ++n) {
    const nook_rows rows = {x + (intptr_t)n * p->in_h * row, row * (int32_t)sizeof *x, p->in_h};
    compute_pixels(p, &rows, 0, pixels, w, y + (intptr_t)n * pixels * p->out_c);
  }
}

#endif
