/* One tap of five to eight channels, with a fused RELU: two pixels at once. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x8_dsp.h"
#include "nook/kernels/dot/k16_words.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/copy_few.h"
#include "nook/ops/conv2d/each_pixel.h"

static __attribute__((noinline)) void pixels_by_two(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                    int8_t* y, int32_t pixels) {
  const int32_t step = p->stride_w * p->in_c, size = p->in_c;
  nook_dot_2x8 job = {x, y, w, p->out_c, pixels / 2, step, nook_k16_at(size, 1), p->out_c};
  int8_t copies[2][8];
  int32_t left = pixels;
  if (pixels > 1 && (x + (pixels - 1) * step + size <= y || y + pixels * p->out_c <= x)) {
    nook_dot_2x8_dsp(&job);
    left = pixels % 2, x += (pixels - left) * step, job.y += (pixels - left) * p->out_c;
  }
  job.x = copies[0], job.step = 8, job.twos = 1;
  for (; left > 0; left -= 2, x += 2 * step, job.y += 2 * p->out_c) { /* outputs may be written over inputs */
    copy_few(copies[0], x, size);
    if (left > 1)
      copy_few(copies[1], x + step, size);
    else
      job.step = job.stride = 0;
    nook_dot_2x8_dsp(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

void nook_conv2d_s8_dsp_1x1_2x8_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, pixels_by_two);
}
void nook_conv2d_s8_dsp_1x1_2x8(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, pixels_by_two, nook_conv2d_s8_dsp_1x1_2x8_row);
}
