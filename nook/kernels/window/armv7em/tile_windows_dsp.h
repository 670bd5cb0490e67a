/* Windows of two pixels, whose inputs are unpacked to 16 bits a few taps at a time (dot_2x4_dsp.h). */
#ifndef NOOK_KERNELS_WINDOW_ARMV7EM_TILE_WINDOWS_DSP_H_
#define NOOK_KERNELS_WINDOW_ARMV7EM_TILE_WINDOWS_DSP_H_

#include "nook/core/window_range.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/window/rows.h"

typedef struct tile_windows {
  const nook_window_s8* p;
  const nook_rows* x;
  const int8_t* zeros; /* a pixel of zero points */
  int32_t y0;          /* position of tap (0, 0) */
  int32_t* sums;       /* sums of the inputs of both pixels, for kernels that need them */
} tile_windows;

/* Unpacks `bytes` inputs of both pixels; returns the end. The including file defines it. */
static int32_t* unpack_inputs(const tile_windows* from, int32_t* to, const int8_t* first,
                              const int8_t* second, int32_t bytes);

static inline const int8_t* tap_at(const tile_windows* from, const int8_t* row, int32_t x) {
  return row && x >= 0 && x < from->p->in_w ? row + x * from->p->in_c : from->zeros;
}

/* Unpacks some taps of row i of the windows at x0 and x1; taps that are contiguous in both at once. */
static inline int32_t* unpack_row(const tile_windows* from, int32_t i, nook_taps taps, int32_t x0, int32_t x1,
                                  int32_t* to) {
  const nook_window_s8* const p = from->p;
  const int32_t y = from->y0 + i * p->dilation_h, size = p->in_c;
  const int8_t* const row = y >= 0 && y < p->in_h ? nook_row(from->x, y) : 0;
  if (row && p->dilation_w == 1 && x0 + taps.begin >= 0 && x1 + taps.end <= p->in_w)
    return unpack_inputs(from, to, row + (x0 + taps.begin) * size, row + (x1 + taps.begin) * size,
                         (taps.end - taps.begin) * size);
  for (int32_t j = taps.begin, at = j * p->dilation_w; j < taps.end; ++j, at += p->dilation_w)
    to = unpack_inputs(from, to, tap_at(from, row, x0 + at), tap_at(from, row, x1 + at), size);
  return to;
}

/* Unpacks taps [begin, end) of the windows at x0 and x1; returns the end of their inputs. */
static inline int32_t* unpack_taps(const tile_windows* from, int32_t begin, int32_t end, int32_t x0,
                                   int32_t x1, int32_t* to) {
  const int32_t columns = from->p->filter_w;
  for (int32_t i = begin / columns, first = i * columns; first < end; ++i, first += columns) {
    const nook_taps taps = {begin > first ? begin - first : 0, end - first < columns ? end - first : columns};
    to = unpack_row(from, i, taps, x0, x1, to);
  }
  return to;
}

#endif
