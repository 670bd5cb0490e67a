/* Windows of images of bytes, without the taps in the padding: for reference kernels of convolutions whose
 * weights or activations have their own zero points. */
#ifndef NOOK_OPS_REFERENCE_WINDOWS_OF_BYTES_H_
#define NOOK_OPS_REFERENCE_WINDOWS_OF_BYTES_H_

#include "nook/core/window_range.h"
#include "nook/ops/reference/shifted.h"

typedef struct nook_window {
  int32_t in_w, in_c, filter_w, dilation_h, dilation_w;
  int32_t column; /* weights from one column of a filter to the next */
  int32_t in_zero, w_zero;
  int32_t y0, x0;   /* position of tap (0, 0) */
  nook_taps ky, kx; /* taps inside the image */
} nook_window;

/* The sum of (x - in_zero) * (w - w_zero) over `channels` adjacent inputs of each tap, starting at `image`.
 * It wraps around on overflow, which only hostile models cause. */
static inline uint32_t nook_window_sum(const nook_window* at, const int8_t* image, const int8_t* filter,
                                       int32_t channels) {
  uint32_t sum = 0;
  for (int32_t i = at->ky.begin; i < at->ky.end; ++i) {
    const int32_t row = (at->y0 + i * at->dilation_h) * at->in_w;
    for (int32_t j = at->kx.begin; j < at->kx.end; ++j)
      sum +=
          nook_dot_shifted(image + (row + at->x0 + j * at->dilation_w) * at->in_c,
                           filter + (i * at->filter_w + j) * at->column, channels, at->in_zero, at->w_zero);
  }
  return sum;
}

/* Computes all outputs of an image with Params *p: *y++ = output, for each output channel `o` of each window
 * `at`. */
#define NOOK_OUTPUTS_OF_WINDOWS(output)                                     \
  for (int32_t oy = 0; oy < p->out_h; ++oy) {                               \
    at.y0 = oy * p->stride_h - p->pad_top;                                  \
    at.ky = nook_taps_inside(at.y0, p->dilation_h, p->filter_h, p->in_h);   \
    for (int32_t ox = 0; ox < p->out_w; ++ox) {                             \
      at.x0 = ox * p->stride_w - p->pad_left;                               \
      at.kx = nook_taps_inside(at.x0, p->dilation_w, p->filter_w, p->in_w); \
      for (int32_t o = 0; o < p->out_c; ++o) *y++ = output;                 \
    }                                                                       \
  }

#endif
