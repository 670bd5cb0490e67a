#include "nook/core/fixed_point.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/windows_of_bytes.h"

static inline int8_t output(const nook_conv2d_shifted* p, uint32_t sum) {
  return (int8_t)nook_requantize((int32_t)sum, p->multiplier[0], p->shift[0], p->out_zero, p->act_min,
                                 p->act_max);
}

static int8_t* image_of(const nook_conv2d_shifted* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y) {
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter = p->filter_h * p->filter_w * p->filter_c;
  nook_window at = {p->in_w,   p->in_c, p->filter_w, p->dilation_h, p->dilation_w, p->filter_c, p->in_zero,
                    p->w_zero, 0,       0,           {0, 0},        {0, 0}};
  NOOK_OUTPUTS_OF_WINDOWS(
      output(p, nook_window_sum(&at, x + o / per_group * p->filter_c, w + o * filter, at.column) +
                    (bias ? (uint32_t)bias[o] : 0)))
  return y;
}

void nook_conv2d_shifted_ref(const nook_conv2d_shifted* p, const int8_t* x, const int8_t* w,
                             const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * p->in_w * p->in_c) y = image_of(p, x, w, bias, y);
}
