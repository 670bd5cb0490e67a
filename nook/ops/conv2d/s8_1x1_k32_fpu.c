/* One tap of 32 channels, whose weights have 8 bits: two pixels and four outputs at a time, the same four
 * of all pixels. */
#include "nook/ops/conv2d/by_two_fpu.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/dot_2x4_dsp.h"

static __attribute__((noinline)) void make_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  nook_by_two all;
  all.p = p, all.x = x, all.y = y, all.pixels = pixels, all.job.stream = w + NOOK_2X4_HEAD;
  while (nook_by_two_next(&all)) nook_dot_2x4_k32_fpu(&all.job);
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

static void row_of_pixels(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int8_t* y_row) {
  make_pixels(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}

static void images_of_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  make_pixels(p, x, w, y, p->batch * p->out_h * p->out_w);
}

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_fpu_1x1_k32_2x4)
