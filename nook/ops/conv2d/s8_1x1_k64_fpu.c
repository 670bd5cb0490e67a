/* One tap of 64 channels: five pixels and two outputs at once. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"
#include "nook/ops/conv2d/stand_in.h"

static __attribute__((noinline)) void make_fives(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                 int8_t* y, int32_t pixels) {
  nook_dot_5x2 job;
  job.packed = w;
  for (int32_t next = 0; next < pixels; next += NOOK_5X2_PIXELS) {
    nook_place_pixels(p, x, next, pixels, NOOK_5X2_PIXELS, job.x, job.offsets);
    job.y = y + next * p->out_c, job.end = job.y + p->out_c - 2;
    nook_dot_5x2_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_k64_5x2_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row,
                                        void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_fives);
}
void nook_conv2d_s8_fpu_1x1_k64_5x2(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                    const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_fives, nook_conv2d_s8_fpu_1x1_k64_5x2_row);
}
