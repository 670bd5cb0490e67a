/* CONV_2D of floats with int8 weights, which stay in the model's layout: four outputs of a pixel at a time.
 * The including file has included add_rows_dsp.h or add_rows_ref.h. */
#ifndef NOOK_OPS_CONV2D_HYBRID_ROWS_H_
#define NOOK_OPS_CONV2D_HYBRID_ROWS_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/window/four_filters.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/hybrid_ref.h"

/* An image of bytes and the operands of its windows. */
typedef struct hybrid_image {
  nook_window_s8 window;
  nook_rows rows;
  float scale; /* a step of the bytes */
  const int8_t* w;
  const float* bias;
} hybrid_image;

static inline nook_window_s8 window_of(const nook_conv2d_hybrid* p) {
  const nook_window_s8 window = {p->batch,
                                 p->in_h,
                                 p->in_w,
                                 p->in_c,
                                 p->out_h,
                                 p->out_w,
                                 p->out_c,
                                 p->filter_h,
                                 p->filter_w,
                                 p->filter_c,
                                 p->stride_h,
                                 p->stride_w,
                                 p->dilation_h,
                                 p->dilation_w,
                                 p->pad_top,
                                 p->pad_left,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0};
  return window;
}

/* Outputs o to o + 3 of a pixel; `group`: the first channel of their group. */
static inline void four_outputs(const nook_conv2d_hybrid* p, const hybrid_image* image,
                                const pixel_taps* taps, int32_t group, int32_t o, nook_row_sums* all,
                                float* y) {
  sum_four_filters(&image->window, taps, group, o, image->w, 0, all);
  for (int32_t k = 0; k < 4; ++k, ++o) {
    const float scale = image->scale * p->scale[o * p->scale_step];
    y[o] = nook_clamp_f32((float)(int32_t)all->sums[k] * scale + (image->bias ? image->bias[o] : 0),
                          p->act_min, p->act_max);
  }
}

/* A row of the output. The last four outputs of a group overlap the previous ones. */
static inline void row_of_floats(const nook_conv2d_hybrid* p, const hybrid_image* image, int32_t oy,
                                 nook_row_sums* all, float* y) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, step = p->dilation_w * p->in_c;
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  pixel_taps taps = {
      &image->rows, y0, step, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h), {0, 0, 0, 0}};
  for (int32_t ox = 0; ox < p->out_w; ++ox, y += p->out_c) {
    taps.kx = window_taps_at(&image->window, ox, step);
    for (int32_t first = 0, group = 0; first < p->out_c; first += per_group, group += p->filter_c)
      for (int32_t o = 0; o < per_group; o += 4)
        four_outputs(p, image, &taps, group, first + (o < per_group - 4 ? o : per_group - 4), all, y);
  }
}

static inline void images_of_floats(const nook_conv2d_hybrid* p, const float* x, const int8_t* w,
                                    const float* bias, float* y, int8_t* bytes) {
  const int32_t size = p->in_h * p->in_w * p->in_c;
  hybrid_image image = {window_of(p), {bytes, p->in_w * p->in_c, p->in_h}, 0, w, bias};
  for (int32_t n = 0; n < p->batch; ++n, x += size) {
    const nook_byte_scale made = nook_make_bytes(x, size, p->asymmetric, bytes);
    nook_row_sums all = {{0, 0, 0, 0}, minus_of(made.zero)};
    image.scale = made.scale;
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row_of_floats(p, &image, oy, &all, y);
  }
}

#endif
