/* One tap of 16 channels: three pixels and four outputs at a time. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"

static __attribute__((noinline)) void make_strips(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  if (pixels == 0) return;
  nook_dot_3x4_k16_fpu(x, w, y, p->out_c, pixels);
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

NOOK_CONV2D_OF_EACH_PIXEL(nook_conv2d_s8_fpu_1x1_k16_3x4, make_strips)
