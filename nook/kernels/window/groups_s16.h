/* Windows of grouped convolutions with int16 activations. The including file defines the function declared
 * here. */
#ifndef NOOK_KERNELS_WINDOW_GROUPS_S16_H_
#define NOOK_KERNELS_WINDOW_GROUPS_S16_H_

#include <string.h>

#include "nook/core/window_range.h"
#include "nook/kernels/window/window.h"

/* Copies `count` > 0 taps of `size` elements, one after another. `step`: from a tap to the next in the image.
 */
static inline void copy_taps(int16_t* to, const int16_t* from, int32_t size, int32_t count, int32_t step);

/* The packed weights have the layout of GroupsS16 in conv2d_s16.cc: the bytes of a group, then each group. */
typedef struct groups_s16 {
  int32_t count, outputs, depth; /* outputs and inputs of one group */
  int32_t packed;
  const int8_t* weights;
} groups_s16;

static inline groups_s16 find_groups(const nook_window_s8* p, const int8_t* w) {
  groups_s16 g = {p->in_c / p->filter_c, 0, p->filter_h * p->filter_w * p->filter_c, 0, w + 4};
  g.outputs = p->out_c / g.count;
  memcpy(&g.packed, w, 4);
  return g;
}

/* The window of a pixel: its taps inside the image, and the address of column 0 in each row. */
typedef struct group_window {
  nook_taps ky, kx;
  int32_t y0, x0;
} group_window;

/* Finds the window, and clears memory for `size` elements if some of its taps are in the padding. */
static inline group_window find_window(const nook_window_s8* p, int32_t oy, int32_t ox, int16_t* window,
                                       int32_t size) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, x0 = ox * p->stride_w - p->pad_left;
  const group_window at = {nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h),
                           nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w), y0, x0};
  if (at.ky.end - at.ky.begin < p->filter_h || at.kx.end - at.kx.begin < p->filter_w)
    memset(window, 0, (size_t)size * sizeof *window);
  return at;
}

/* Copies the inputs of a group, whose first channel is `first`. */
static __attribute__((noinline)) void copy_group(const nook_window_s8* p, const nook_rows* x,
                                                 const group_window* at, int32_t first, int16_t* window) {
  const int32_t size = p->filter_c, step = p->dilation_w * p->in_c;
  for (int32_t i = at->ky.begin; i < at->ky.end; ++i) {
    const int16_t* const from = (const int16_t*)nook_row(x, at->y0 + i * p->dilation_h) + at->x0 * p->in_c +
                                first + at->kx.begin * step;
    if (at->kx.end > at->kx.begin)
      copy_taps(window + (i * p->filter_w + at->kx.begin) * size, from, size, at->kx.end - at->kx.begin,
                step);
  }
}

#endif
