#include "nook/ops/reference/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/reference/windows_of_bytes.h"

static inline float output(const nook_depthwise_conv2d_hybrid* p, int32_t sum, float scale, const float* bias,
                           int32_t o) {
  return nook_clamp_f32((float)sum * (scale * p->scale[o * p->scale_step]) + (bias ? bias[o] : 0), p->act_min,
                        p->act_max);
}

void nook_depthwise_conv2d_hybrid_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_hybrid, float, int8_t,
                                                           float)) {
  int8_t* const image = scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c;
  for (int32_t n = 0; n < p->batch; ++n, x += size) {
    const nook_byte_scale made = nook_make_bytes(x, size, p->asymmetric, image);
    nook_window at = {p->in_w, p->in_c, p->filter_w, p->dilation_h, p->dilation_w, p->out_c, made.zero,
                      0,       0,       0,           {0, 0},        {0, 0}};
    NOOK_OUTPUTS_OF_WINDOWS(output(
        p, (int32_t)nook_window_sum(&at, image + o / p->depth_multiplier, w + o, 1), made.scale, bias, o))
  }
}
