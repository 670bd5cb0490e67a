/* Rows of grouped convolutions as dot products: a window has the channels of one group. The including file
 * defines the function declared here. */
#ifndef NOOK_OPS_CONV2D_GROUPS_H_
#define NOOK_OPS_CONV2D_GROUPS_H_

#include <string.h>

#include "nook/kernels/dot/dot_job.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/copy_few.h"
#include "nook/ops/reference/window_range.h"

/* It may read NOOK_WINDOW_SLACK bytes past a window. */
static void dot(const nook_dot_job* job);

/* Copies the taps `ky` and `kx` of a window whose other taps are already zero points. */
static inline void gather_group(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0, nook_taps ky,
                                nook_taps kx, int32_t first, int8_t* window) {
  const int32_t size = p->filter_c, stride = p->dilation_w * p->in_c;
  for (int32_t i = ky.begin; i < ky.end; ++i) {
    const int8_t* from = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + first + kx.begin * stride;
    int8_t* to = window + (i * p->filter_w + kx.begin) * size;
    for (int32_t j = kx.begin; j < kx.end; ++j, from += stride, to += size) copy_few(to, from, size);
  }
}

/* The weights have the layout of conv2d_groups.h; a window has the bytes of a filter. */
static void row_of_groups(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int8_t* y_row, int8_t* window) {
  int32_t packed;
  memcpy(&packed, w, 4);
  w += 4;
  const int32_t groups = p->in_c / p->filter_c, outputs = p->out_c / groups;
  const int32_t depth = p->filter_h * p->filter_w * p->filter_c;
  nook_dot_job job = {window, y_row, p->out_zero, 1, w, outputs, depth, 0, p->act_min, p->act_max};
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  int32_t x0 = -p->pad_left, filled = 0; /* a window without padding leaves no zero points to refill */
  for (int32_t ox = 0; ox < p->out_w; ++ox, x0 += p->stride_w) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t inside = ky.end - ky.begin == p->filter_h && kx.end - kx.begin == p->filter_w;
    if (!inside || !filled) memset(window, (int)p->in_zero, (size_t)depth);
    filled = 1;
    job.weights = w;
    for (int32_t g = 0; g < groups;
         ++g, job.y += outputs, job.weights = (const int8_t*)job.weights + packed) {
      gather_group(p, x, y0, ky, kx, x0 * p->in_c + g * p->filter_c, window);
      dot(&job);
    }
  }
}

/* All windows are small, and on the stack. */
static inline void row_of_groups_on_stack(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW + NOOK_WINDOW_SLACK];
  row_of_groups(p, x, oy, w, y_row, window);
}

#endif
