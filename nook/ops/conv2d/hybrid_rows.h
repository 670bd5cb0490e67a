/* CONV_2D of floats with int8 weights, which stay in the model's layout: four outputs of a pixel at a time.
 * The inputs of a window are copied to scratch first, in the order of the weights. The including file defines
 * the functions declared here. */
#ifndef NOOK_OPS_CONV2D_HYBRID_ROWS_H_
#define NOOK_OPS_CONV2D_HYBRID_ROWS_H_

#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/row_sums.h"
#include "nook/ops/conv2d/hybrid_in_place.h"
#include "nook/ops/reference/hybrid_ref.h"

/* An image of bytes, the weights, and the inputs of a window if they are not read in place. */
typedef struct hybrid_image {
  const int8_t* bytes;
  const int8_t* w;
  const float* bias;
  int8_t* window; /* or null */
  nook_byte_scale made;
  int32_t depth; /* inputs of an output */
} hybrid_image;

/* nook_make_bytes(). */
static nook_byte_scale make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q);
static void copy_run(int8_t* to, const int8_t* from, int32_t size);
/* Computes outputs first to last - 1 of a pixel, at least four, of the inputs x. */
static void outputs_of_pixel(const nook_conv2d_hybrid* p, const hybrid_image* image, const int8_t* x,
                             int32_t first, int32_t last, float* y);

/* Makes outputs o to o + 3 of their sums. */
static inline void finish_four(const nook_conv2d_hybrid* p, const hybrid_image* image, const uint32_t* sums,
                               int32_t o, float* y) {
  const float low = p->act_min, high = p->act_max, step = image->made.scale;
  const float *scale = p->scale + o * p->scale_step, *bias = image->bias;
  for (int32_t k = 0; k < 4; ++k, ++o, scale += p->scale_step)
    y[o] = nook_clamp_f32((float)(int32_t)sums[k] * (step * *scale) + (bias ? bias[o] : 0), low, high);
}

/* Copies the taps `kx` of each row of the filter from the row of pixels at x0, or one pixel after another if
 * they are not side by side. `group`: the first channel. Taps in the padding have the zero point. */
static void copy_window(const nook_conv2d_hybrid* p, const hybrid_image* image, int32_t y0, nook_taps ky,
                        int32_t x0, nook_taps kx, int32_t group) {
  const int32_t taps = kx.end - kx.begin, step = p->dilation_w * p->in_c, row = p->filter_w * p->filter_c;
  const int32_t runs = step == p->filter_c ? 1 : taps, run = step == p->filter_c ? taps * step : p->filter_c;
  if (ky.end - ky.begin < p->filter_h || taps < p->filter_w)
    memset(image->window, (int)image->made.zero, (size_t)image->depth);
  if (taps <= 0) return;
  for (int32_t i = ky.begin; i < ky.end; ++i) {
    const int32_t pixel = (y0 + i * p->dilation_h) * p->in_w + x0 + kx.begin * p->dilation_w;
    const int8_t* from = image->bytes + pixel * p->in_c + group;
    int8_t* to = image->window + i * row + kx.begin * p->filter_c;
    for (int32_t j = runs; j > 0; --j, from += step, to += run) copy_run(to, from, run);
  }
}

static inline void row_of_floats(const nook_conv2d_hybrid* p, const hybrid_image* image, int32_t oy,
                                 float* y) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, per_group = p->out_c / (p->in_c / p->filter_c);
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += p->out_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    for (int32_t o = 0, group = 0; o < p->out_c; o += per_group, group += p->filter_c) {
      const int8_t* x = image->window;
      if (x)
        copy_window(p, image, y0, ky, x0, kx, group);
      else
        x = image->bytes + (y0 * p->in_w + x0) * p->in_c + group;
      outputs_of_pixel(p, image, x, o, o + per_group, y);
    }
  }
}

static inline void images_of_floats(const nook_conv2d_hybrid* p, const float* x, const int8_t* w,
                                    const float* bias, float* y, int8_t* bytes) {
  const int32_t size = p->in_h * p->in_w * p->in_c;
  hybrid_image image = {bytes,  w,
                        bias,   nook_conv2d_hybrid_in_place(p) ? 0 : bytes + size,
                        {0, 0}, p->filter_h * p->filter_w * p->filter_c};
  for (int32_t n = 0; n < p->batch; ++n, x += size) {
    image.made = make_bytes(x, size, p->asymmetric, bytes);
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row_of_floats(p, &image, oy, y);
  }
}

#endif
