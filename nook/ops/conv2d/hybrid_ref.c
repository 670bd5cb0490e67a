#include "nook/ops/reference/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/windows_of_bytes.h"

static inline float output(const nook_conv2d_hybrid* p, int32_t sum, float scale, const float* bias,
                           int32_t o) {
  return nook_clamp_f32((float)sum * (scale * p->scale[o * p->scale_step]) + (bias ? bias[o] : 0), p->act_min,
                        p->act_max);
}

static float* image_of(const nook_conv2d_hybrid* p, const int8_t* image, nook_byte_scale made,
                       const int8_t* w, const float* bias, float* y) {
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter = p->filter_h * p->filter_w * p->filter_c;
  nook_window at = {p->in_w, p->in_c, p->filter_w, p->dilation_h, p->dilation_w, p->filter_c, made.zero,
                    0,       0,       0,           {0, 0},        {0, 0}};
  NOOK_OUTPUTS_OF_WINDOWS(
      output(p, (int32_t)nook_window_sum(&at, image + o / per_group * p->filter_c, w + o * filter, at.column),
             made.scale, bias, o))
  return y;
}

void nook_conv2d_hybrid_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float)) {
  int8_t* const image = scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c;
  for (int32_t n = 0; n < p->batch; ++n, x += size)
    y = image_of(p, image, nook_make_bytes(x, size, p->asymmetric, image), w, bias, y);
}

/* Weights with a zero point. */

static inline int8_t output_of_shifted(const nook_conv2d_shifted* p, uint32_t sum) {
  return (int8_t)nook_requantize((int32_t)sum, p->multiplier[0], p->shift[0], p->out_zero, p->act_min,
                                 p->act_max);
}

static int8_t* image_of_shifted(const nook_conv2d_shifted* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y) {
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter = p->filter_h * p->filter_w * p->filter_c;
  nook_window at = {p->in_w,   p->in_c, p->filter_w, p->dilation_h, p->dilation_w, p->filter_c, p->in_zero,
                    p->w_zero, 0,       0,           {0, 0},        {0, 0}};
  NOOK_OUTPUTS_OF_WINDOWS(
      output_of_shifted(p, nook_window_sum(&at, x + o / per_group * p->filter_c, w + o * filter, at.column) +
                               (bias ? (uint32_t)bias[o] : 0)))
  return y;
}

void nook_conv2d_shifted_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_shifted, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * p->in_w * p->in_c)
    y = image_of_shifted(p, x, w, bias, y);
}
