/* One tap of 16 channels: three pixels and four outputs at once. */
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

void nook_conv2d_s8_fpu_1x1_k16_3x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row,
                                        void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_strips);
}
void nook_conv2d_s8_fpu_1x1_k16_3x4(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                    const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_strips, nook_conv2d_s8_fpu_1x1_k16_3x4_row);
}
