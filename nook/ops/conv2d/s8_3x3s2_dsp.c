/* 3x3 taps of one channel with a stride of 2, as in the first layer for grey images, with a fused RELU: two
 * pixels at once. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/three_rows_dsp.h"

/* Bytes for the five columns of a row under two pixels. */
#define NOOK_COPY_BYTES 8

void nook_conv2d_s8_dsp_3x3s2_k9_2x8_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_three_rows rows = nook_find_three_rows(p, x, oy);
  nook_dot_3x3s2 job = {{0, 0, 0}, y_row, w, p->out_c, 1, p->out_c};
  int8_t copies[3][NOOK_COPY_BYTES];
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * job.twos, job.y += 2 * job.twos * p->out_c) {
    const int32_t x0 = 2 * ox - p->pad_left;
    job.twos = nook_twos_inside(p, &rows, ox, 2);
    if (job.twos > 0) {
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = rows.row[i] + x0;
    } else {
      job.twos = 1;
      if (ox + 1 == p->out_w) job.stride = 0;
      nook_copy_three_rows(p, &rows, x0, copies[0], NOOK_COPY_BYTES);
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = copies[i];
    }
    nook_dot_3x3s2_dsp(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
void nook_conv2d_s8_dsp_3x3s2_k9_2x8(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_3x3s2_k9_2x8_row);
}
