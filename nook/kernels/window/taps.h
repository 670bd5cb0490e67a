/* The part of an image's rows under the filter: a walk that kernels share which read windows in place. */
#ifndef NOOK_KERNELS_WINDOW_TAPS_H_
#define NOOK_KERNELS_WINDOW_TAPS_H_

#include "nook/core/rows.h"
#include "nook/core/window_range.h"
#include "nook/kernels/window/window.h"

/* For one output column, in each row: `runs` contiguous runs of `run` elements, with a stride of `step`. */
typedef struct window_taps {
  int32_t first;     /* first element of the row, in the first group */
  int32_t tap;       /* likewise in the filter's row */
  int32_t runs, run; /* a single run if the taps of a filter's row, and their pixels, are contiguous */
} window_taps;

/* The taps of a pixel that are inside the image: rows `ky` of the filter, of which the first is at row y0. */
typedef struct pixel_taps {
  const nook_rows* x;
  int32_t y0, step;
  nook_taps ky;
  window_taps kx;
} pixel_taps;

static inline window_taps window_taps_at(const nook_window_s8* p, int32_t ox, int32_t step) {
  const int32_t x0 = ox * p->stride_w - p->pad_left;
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t inside = kx.end > kx.begin ? kx.end - kx.begin : 0, dense = step == p->filter_c;
  const window_taps taps = {(x0 + kx.begin * p->dilation_w) * p->in_c, kx.begin * p->filter_c,
                            dense ? 1 : inside, dense ? inside * p->filter_c : p->filter_c};
  return taps;
}

#endif
