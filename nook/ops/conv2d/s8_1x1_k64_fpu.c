/* One tap of 64 channels, in rows of four pixels, eight, ... or one more: four pixels and two outputs at a
 * time. */
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/dot_4x2_fpu.h"

void nook_conv2d_s8_fpu_1x1_k64_4x2_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row,
                                        void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t step = p->stride_w * NOOK_4X2_INPUTS;
  const int8_t* from = nook_row(x, oy * p->stride_h);
  int32_t inputs[NOOK_4X2_WORDS];
  nook_dot_4x2 job = {y_row, p->out_c, inputs, 0, 0, w};
  for (int32_t left = p->out_w; left >= 4; left -= 4, from += 4 * step) {
    job.y = y_row + (p->out_w - left) * p->out_c, job.end = job.y + p->out_c - 2;
    if (left == 5) job.last = from + 4 * step; /* outputs of pixels before are not written there */
    nook_unpack_4x2_fpu(inputs, from, step);
    nook_dot_4x2_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_fpu_1x1_k64_4x2)
