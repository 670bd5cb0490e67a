/* Windows of a convolution as contiguous bytes, shared by the kernels that multiply them. */
#ifndef NOOK_KERNELS_WINDOW_WINDOWS_H_
#define NOOK_KERNELS_WINDOW_WINDOWS_H_

#include <string.h>

#include "nook/core/window_range.h"
#include "nook/kernels/window/rows.h"

/* Defined by the including file. */
static inline void copy(int8_t* to, const int8_t* from, int32_t size);

/* Copies the inputs under the filter to contiguous bytes, with zero points for the padding. */

static inline int8_t* put(int8_t* to, const int8_t* from, int32_t size) {
  copy(to, from, size);
  return to + size;
}

static int8_t* put_zeros(int8_t* to, int32_t zero, int32_t size) {
  memset(to, (int)zero, (size_t)size);
  return to + size;
}

/* Copies a row of the filter; the taps in `in`, counted from tap 0, which may be outside, are inside the
 * image. */
static int8_t* put_row(const nook_window_s8* p, int8_t* to, const int8_t* row, int32_t x0, nook_taps in) {
  const int32_t size = p->in_c, stride = p->dilation_w * size;
  if (in.begin > 0) to = put_zeros(to, p->in_zero, in.begin * size);
  const int8_t* from = row + x0 * size + in.begin * stride;
  const int32_t together = p->dilation_w == 1 ? in.end - in.begin : 1; /* adjacent taps */
  for (int32_t j = in.begin; j < in.end; j += together, from += stride) to = put(to, from, together * size);
  if (in.end < p->filter_w) to = put_zeros(to, p->in_zero, (p->filter_w - in.end) * size);
  return to;
}

static void put_window(const nook_window_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int8_t* to) {
  nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  if (kx.end <= kx.begin) kx.begin = kx.end = p->filter_w;
  for (int32_t i = 0, at = y0; i < p->filter_h; ++i, at += p->dilation_h) {
    if (at >= 0 && at < p->in_h)
      to = put_row(p, to, (const int8_t*)nook_row(x, at), x0, kx);
    else
      to = put_zeros(to, p->in_zero, p->filter_w * p->in_c);
  }
}

#endif
