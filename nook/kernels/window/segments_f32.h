/* float32 convolutions with packed weights: tiles of four pixels of a row and four outputs. */
#ifndef NOOK_KERNELS_WINDOW_SEGMENTS_F32_H_
#define NOOK_KERNELS_WINDOW_SEGMENTS_F32_H_

#include "nook/core/row_after_row.h"
#include "nook/kernels/dot/pixels_f32.h"
#include "nook/kernels/window/tiles_of_row_f32.h"

NOOK_ROW_AFTER_ROW(each_row, nook_window_f32, float, float, float)

/* A source with these kernels defines the inner loops of its core. */
static void compute_all(const nook_pixels_f32* pixels);

/* One tap and no padding. */
static void compute_pixels(const nook_window_f32* p, const float* x, const float* w, float* y,
                           int32_t pixels) {
  const nook_pixels_f32 job = {x,       w,        y,          pixels,    p->stride_w * p->in_c,
                               p->in_c, p->out_c, p->act_min, p->act_max};
  compute_all(&job);
}

#endif
