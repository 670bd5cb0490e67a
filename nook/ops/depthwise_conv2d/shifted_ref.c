#include "nook/core/fixed_point.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/reference/windows_of_bytes.h"

static inline int8_t output(const nook_depthwise_conv2d_shifted* p, uint32_t sum) {
  return (int8_t)nook_requantize((int32_t)sum, p->multiplier[0], p->shift[0], p->out_zero, p->act_min,
                                 p->act_max);
}

void nook_depthwise_conv2d_shifted_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_shifted, int8_t, int8_t,
                                                            int32_t)) {
  (void)scratch_memory;
  nook_window at = {p->in_w,   p->in_c, p->filter_w, p->dilation_h, p->dilation_w, p->out_c, p->in_zero,
                    p->w_zero, 0,       0,           {0, 0},        {0, 0}};
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * p->in_w * p->in_c) {
    NOOK_OUTPUTS_OF_WINDOWS(output(
        p, nook_window_sum(&at, x + o / p->depth_multiplier, w + o, 1) + (bias ? (uint32_t)bias[o] : 0)))
  }
}
