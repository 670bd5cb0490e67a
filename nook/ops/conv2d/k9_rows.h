/* The rows under 3 by 3 taps of one channel with a stride of 2 along a row, two pixels at a time. */
#ifndef NOOK_OPS_CONV2D_K9_ROWS_H_
#define NOOK_OPS_CONV2D_K9_ROWS_H_

#include <string.h>

#include "nook/core/rows.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/copy_few.h"

/* Columns that two pixels read, and bytes for a row of them. */
#define NOOK_K9_COLUMNS 5
#define NOOK_K9_COPY    8

/* Null: outside the image. */
typedef struct nook_k9_rows {
  const int8_t* row[3];
  int32_t inside; /* whether all are */
} nook_k9_rows;

static inline nook_k9_rows nook_k9_find_rows(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy) {
  nook_k9_rows rows;
  rows.inside = 1;
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    rows.row[i] = y >= 0 && y < p->in_h ? (const int8_t*)nook_row(x, y) : 0;
    rows.inside &= rows.row[i] != 0;
  }
  return rows;
}

/* How many twos from pixel ox on have all columns inside the image; 0: none. */
static inline int32_t nook_k9_twos_inside(const nook_conv2d_s8* p, const nook_k9_rows* rows, int32_t ox) {
  const int32_t x0 = 2 * ox - p->pad_left, left = p->out_w - ox;
  if (!rows->inside || left < 2 || x0 < 0 || x0 + NOOK_K9_COLUMNS > p->in_w) return 0;
  const int32_t room = (p->in_w - NOOK_K9_COLUMNS - x0) / 4 + 1;
  return room < left / 2 ? room : left / 2;
}

/* What is under two pixels from column x0 on, with zero points where that is outside the image. */
static __attribute__((noinline)) void nook_k9_copy_columns(const nook_conv2d_s8* p, const nook_k9_rows* from,
                                                           int32_t x0, int8_t (*to)[NOOK_K9_COPY]) {
  const uint32_t zeros = (uint8_t)p->in_zero * 0x01010101u;
  const int32_t begin = x0 < 0 ? -x0 : 0;
  const int32_t end = p->in_w - x0 < NOOK_K9_COLUMNS ? p->in_w - x0 : NOOK_K9_COLUMNS;
  for (int32_t i = 0; i < 3; ++i) {
    memcpy(to[i], &zeros, 4), memcpy(to[i] + 4, &zeros, 4);
    if (from->row[i]) copy_few(to[i] + begin, from->row[i] + x0 + begin, end - begin);
  }
}

#endif
