/* Pixels in twos, of layers with one tap and a fused RELU. */
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/dot_twos_dsp.h"

static __attribute__((noinline)) void pixels_in_twos(const nook_conv2d_s8* p, const int8_t* x,
                                                     const int8_t* w, int8_t* y, int32_t pixels,
                                                     int32_t* inputs) {
  const nook_dot_job job = {x,        y,       p->out_zero,           pixels,     w,
                            p->out_c, p->in_c, p->stride_w * p->in_c, p->act_min, p->act_max};
  nook_dot_twos_dsp(&job, inputs);
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

void nook_conv2d_s8_dsp_1x1_twos_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  pixels_in_twos(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w, scratch_memory);
}

void nook_conv2d_s8_dsp_1x1_twos(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1) /* all images are one row */
    pixels_in_twos(p, x, w, y, p->batch * p->out_h * p->out_w, scratch_memory);
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_twos_row);
}
