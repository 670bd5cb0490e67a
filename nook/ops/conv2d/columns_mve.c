#include "nook/ops/conv2d/columns_mve.h"

#include "nook/kernels/asm/columns_mve.h"
#include "nook/kernels/dot/helium/dot_eight_mve.h"

void nook_conv2d_columns_row_mve(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row) {
  uint32_t outside[4], words[NOOK_CONV2D_COLUMN_WORDS + NOOK_COLUMNS_SLACK_MVE];
  nook_put_padding_mve(p->in_zero, 4, outside);
  const int32_t c = p->in_c, pixel = p->stride_w * c;
  const int8_t *row[3], *first[3];
  int32_t step[3];
  for (int32_t i = 0, at = oy * p->stride_h - p->pad_top; i < 3; ++i, at += p->dilation_h) {
    const int32_t inside = i < p->filter_h && at >= 0 && at < p->in_h;
    row[i] = inside ? (const int8_t*)nook_row(x, at) : 0, step[i] = inside ? 16 : 0;
  }
  nook_dot_job job = {(const int8_t*)words, y_row,     p->out_zero, 0,         w, p->out_c,
                      4 * p->filter_w * c,  4 * pixel, p->act_min,  p->act_max};
  const int32_t most = (NOOK_CONV2D_COLUMN_WORDS / c - p->filter_w) / p->stride_w + 1;
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= most, x0 += most * p->stride_w) {
    job.pixels = left < most ? left : most;
    const int32_t columns = (job.pixels - 1) * p->stride_w + p->filter_w;
    const nook_columns_inside in = nook_find_columns_inside(x0, columns, p->in_w);
    for (int32_t i = 0; i < 3; ++i) first[i] = row[i] ? row[i] + (x0 + in.begin) * c : (const int8_t*)outside;
    if (in.begin > 0) nook_put_padding_mve(p->in_zero, in.begin * c, words);
    nook_put_columns_mve(first, step, (in.end - in.begin) * c, words + in.begin * c);
    if (in.end < columns) nook_put_padding_mve(p->in_zero, (columns - in.end) * c, words + in.end * c);
    nook_dot_eight_mve(&job);
    job.y += job.pixels * p->out_c;
  }
}
