/* The rows under 3x3 taps with adjacent columns, two pixels at once. */
#ifndef NOOK_OPS_CONV2D_THREE_ROWS_DSP_H_
#define NOOK_OPS_CONV2D_THREE_ROWS_DSP_H_

#include "nook/core/rows.h"
#include "nook/ops/conv2d/conv2d.h"

/* Null: outside the image. */
typedef struct nook_three_rows {
  const int8_t* row[3];
  int32_t inside; /* whether all rows are inside */
} nook_three_rows;

static inline nook_three_rows nook_find_three_rows(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy) {
  nook_three_rows rows;
  rows.inside = 1;
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    rows.row[i] = y >= 0 && y < p->in_h ? (const int8_t*)nook_row(x, y) : 0;
    rows.inside &= rows.row[i] != 0;
  }
  return rows;
}

/* The number of pairs of pixels from pixel ox on whose columns are all inside the image. `stride`: along a
 * row. */
static inline int32_t nook_twos_inside(const nook_conv2d_s8* p, const nook_three_rows* rows, int32_t ox,
                                       int32_t stride) {
  const int32_t x0 = stride * ox - p->pad_left, room = p->in_w - (3 + stride) - x0;
  if (!rows->inside || x0 < 0 || room < 0) return 0;
  const int32_t twos = room / (2 * stride) + 1, left = (p->out_w - ox) / 2;
  return twos < left ? twos : left;
}

/* Copies the inputs under two pixels from column x0 on, with zero points outside the image: three rows of
 * `bytes` each, a multiple of 4. */
void nook_copy_three_rows(const nook_conv2d_s8* p, const nook_three_rows* from, int32_t x0, int8_t* to,
                          int32_t bytes);

#endif
