/* One tap of up to 128 channels: four pixels and two outputs at once. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"
#include "nook/ops/conv2d/stand_in.h"

static __attribute__((noinline)) void make_fours(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                 int8_t* y, int32_t pixels) {
  const int32_t fours = (p->in_c + 3) / 4;
  int32_t words[NOOK_CONV2D_INPUTS_4X2 / 4 * NOOK_4X2_WORDS];
  nook_dot_4x2 job;
  job.last = p->in_c - 4, job.words = words, job.words_end = words + NOOK_4X2_WORDS * fours;
  job.zeros = -2 * fours & (NOOK_4X2_BLOCK / 2 - 1), job.packed = w;
  for (int32_t next = 0; next < pixels; next += NOOK_4X2_PIXELS) {
    nook_place_pixels(p, x, next, pixels, NOOK_4X2_PIXELS, job.x, job.offsets);
    job.y = y + next * p->out_c, job.end = job.y + p->out_c - 2;
    nook_dot_4x2_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_4x2_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_fours);
}
void nook_conv2d_s8_fpu_1x1_4x2(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_fours, nook_conv2d_s8_fpu_1x1_4x2_row);
}
