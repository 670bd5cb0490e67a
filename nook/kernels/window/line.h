/* Dot products of filters of one row with windows that are read in place, for inner loops of bytes. */
#ifndef NOOK_KERNELS_WINDOW_LINE_H_
#define NOOK_KERNELS_WINDOW_LINE_H_

#include "nook/kernels/window/dots.h"

/* Filters of one row, whose columns are not dilated: windows inside the image are multiplied in place. */
static inline void row_of_line(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                               int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t window[NOOK_SMALL_WINDOW];
  const int32_t y0 = oy * p->stride_h - p->pad_top, in_c = p->in_c, filter_w = p->filter_w, in_w = p->in_w;
  const int8_t* const row = y0 >= 0 && y0 < p->in_h ? (const int8_t*)nook_row(x, y0) : 0;
  nook_dot_job job = job_for(p, window, w, y_row);
  job.depth = filter_w * in_c;
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    if (row && x0 >= 0 && x0 + filter_w <= in_w) {
      const int32_t inside = (in_w - filter_w - x0) / p->stride_w + 1;
      job.x = row + x0 * in_c, job.pixels = inside < left ? inside : left;
    } else {
      put_window(p, x, y0, x0, window);
      job.x = window, job.pixels = 1;
    }
    dot(&job);
    x0 += job.pixels * p->stride_w, job.y += job.pixels * p->out_c;
  }
}

#endif
