/* 3 by 3 taps of one channel with a stride of 2, as in the first layer for grey images, with a fused RELU:
 * two pixels at a time. */
#include <string.h>

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/dot_3x3s2_dsp.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/bytes_dsp.h"

/* Columns that two pixels read. */
#define COLUMNS 5

/* The rows under the filter; null: outside the image. */
typedef struct three_rows {
  const int8_t* row[3];
} three_rows;

/* What is under two pixels from column x0 on, with zero points where that is outside the image. */
static __attribute__((noinline)) void copy_columns(const nook_conv2d_s8* p, const three_rows* from,
                                                   int32_t x0, int8_t (*to)[8]) {
  memset(to, p->in_zero, 3 * sizeof *to);
  const int32_t begin = x0 < 0 ? -x0 : 0, end = p->in_w - x0 < COLUMNS ? p->in_w - x0 : COLUMNS;
  for (int32_t i = 0; i < 3; ++i)
    if (from->row[i])
      for (int32_t j = begin; j < end; ++j) to[i][j] = from->row[i][x0 + j];
}

void nook_conv2d_s8_dsp_3x3s2_k9_2x8_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  three_rows rows;
  int32_t inside = 1;
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    rows.row[i] = y >= 0 && y < p->in_h ? (const int8_t*)nook_row(x, y) : 0;
    inside &= rows.row[i] != 0;
  }
  nook_dot_3x3s2 job = {{0, 0, 0}, y_row, w, p->out_c, 1, p->out_c};
  int8_t copies[3][8];
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * job.twos, job.y += 2 * job.twos * p->out_c) {
    const int32_t x0 = 2 * ox - p->pad_left, left = p->out_w - ox;
    job.twos = 1;
    if (inside && left > 1 && x0 >= 0 && x0 + COLUMNS <= p->in_w) { /* as many as are inside the image */
      const int32_t room = (p->in_w - COLUMNS - x0) / 4 + 1;
      job.twos = room < left / 2 ? room : left / 2;
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = rows.row[i] + x0;
    } else {
      if (left == 1) job.apart = 0;
      copy_columns(p, &rows, x0, copies);
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = copies[i];
    }
    nook_dot_3x3s2_dsp(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_dsp_3x3s2_k9_2x8)
