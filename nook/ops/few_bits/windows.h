/* The windows of NOOK_FEW_BITS: the inputs of each pixel and group, one after another. */
#ifndef NOOK_OPS_FEW_BITS_WINDOWS_H_
#define NOOK_OPS_FEW_BITS_WINDOWS_H_

#include <string.h>

#include "nook/core/window_range.h"
#include "nook/ops/few_bits/few_bits.h"

/* A position among all windows. Begin with {p, x}. */
typedef struct nook_few_bits_walk {
  const nook_few_bits* p;
  const int8_t* image;
  int32_t batch, oy, ox, group;
} nook_few_bits_walk;

/* Whether windows are pixels, which need not be copied. */
static inline int nook_few_bits_in_place(const nook_few_bits* p) {
  return p->filter_h == 1 && p->filter_w == 1 && p->filter_c == p->in_c && !(p->pad_top | p->pad_left);
}

/* The taps of a window that are inside the image. */
typedef struct nook_few_bits_taps {
  int32_t iy, ix; /* the pixel under the first tap */
  nook_taps ky, kx;
} nook_few_bits_taps;

static inline nook_taps nook_few_bits_axis(int32_t origin, int32_t dilation, int32_t filter, int32_t size) {
  nook_taps taps = nook_taps_inside(origin, dilation, filter, size);
  if (taps.begin > filter) taps.begin = filter;
  if (taps.end < taps.begin) taps.end = taps.begin;
  return taps;
}
static inline nook_few_bits_taps nook_few_bits_inside(const nook_few_bits_walk* at) {
  const nook_few_bits* const p = at->p;
  nook_few_bits_taps taps;
  taps.iy = at->oy * p->stride_h - p->pad_top, taps.ix = at->ox * p->stride_w - p->pad_left;
  taps.ky = nook_few_bits_axis(taps.iy, p->dilation_h, p->filter_h, p->in_h);
  taps.kx = nook_few_bits_axis(taps.ix, p->dilation_w, p->filter_w, p->in_w);
  return taps;
}

static inline int8_t* nook_few_bits_fill(int8_t* to, int32_t zero, int32_t size) {
  if (size > 0) memset(to, (int)zero, (size_t)size);
  return to + size;
}

/* The taps of one row, from `x` on: `step` bytes from one to the next. */
static inline int8_t* nook_few_bits_copy(int8_t* to, const int8_t* x, int32_t taps, int32_t size,
                                         int32_t step) {
  if (step == size) size *= taps, taps = taps > 0;
  for (; taps > 0; --taps, x += step) {
    if (size < 4) {
      for (int32_t i = 0; i < size; ++i) *to++ = x[i];
    } else {
      memcpy(to, x, (size_t)size), to += size;
    }
  }
  return to;
}

/* The inputs of a window, copied to `to` unless they are one pixel. *outside: the number of those outside
 * the image. */
static inline const int8_t* nook_few_bits_window(const nook_few_bits_walk* at, int8_t* to, int32_t* outside) {
  const nook_few_bits* const p = at->p;
  const int32_t size = p->filter_c, all = p->filter_w * size;
  *outside = 0;
  if (nook_few_bits_in_place(p))
    return at->image + (at->oy * p->stride_h * p->in_w + at->ox * p->stride_w) * p->in_c;
  const nook_few_bits_taps taps = nook_few_bits_inside(at);
  const int32_t columns = taps.kx.end - taps.kx.begin;
  int8_t* next = nook_few_bits_fill(to, p->zero, taps.ky.begin * all);
  const int8_t* x =
      at->image + at->group * size +
      ((taps.iy + taps.ky.begin * p->dilation_h) * p->in_w + taps.ix + taps.kx.begin * p->dilation_w) *
          p->in_c;
  for (int32_t ky = taps.ky.begin; ky < taps.ky.end; ++ky, x += p->dilation_h * p->in_w * p->in_c) {
    next = nook_few_bits_fill(next, p->zero, taps.kx.begin * size);
    next = nook_few_bits_copy(next, x, columns, size, p->dilation_w * p->in_c);
    next = nook_few_bits_fill(next, p->zero, (p->filter_w - taps.kx.end) * size);
  }
  nook_few_bits_fill(next, p->zero, (p->filter_h - taps.ky.end) * all);
  *outside = p->depth - (taps.ky.end - taps.ky.begin) * columns * size;
  return to;
}

/* The plane of the inputs outside the image. */
static inline void nook_few_bits_pads(const nook_few_bits_walk* at, uint32_t* plane) {
  const nook_few_bits* const p = at->p;
  const nook_few_bits_taps taps = nook_few_bits_inside(at);
  int32_t i = 0;
  memset(plane, 0, (size_t)p->words * sizeof *plane);
  for (int32_t ky = 0; ky < p->filter_h; ++ky)
    for (int32_t kx = 0; kx < p->filter_w; ++kx) {
      const int32_t end = i + p->filter_c;
      if (ky >= taps.ky.begin && ky < taps.ky.end && kx >= taps.kx.begin && kx < taps.kx.end) i = end;
      for (; i < end; ++i) plane[i >> 5] |= 1u << (i & 31);
    }
}

/* Goes on to the next window; returns 0 after the last. */
static inline int nook_few_bits_next(nook_few_bits_walk* at) {
  const nook_few_bits* const p = at->p;
  if ((at->group + 1) * p->filter_c < p->in_c) return ++at->group, 1;
  at->group = 0;
  if (++at->ox < p->out_w) return 1;
  at->ox = 0;
  if (++at->oy < p->out_h) return 1;
  at->oy = 0, at->image += p->in_h * p->in_w * p->in_c;
  return ++at->batch < p->batch;
}

/* The first channel of the window's group, and their number. */
static inline int32_t nook_few_bits_channels(const nook_few_bits* p) {
  return p->filter_c == p->in_c ? p->out_c : p->out_c / (p->in_c / p->filter_c);
}

#endif
