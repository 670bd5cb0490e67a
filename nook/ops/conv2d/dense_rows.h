/* The window of a filter that is entirely inside the image. */
#ifndef NOOK_OPS_CONV2D_DENSE_ROWS_H_
#define NOOK_OPS_CONV2D_DENSE_ROWS_H_

#include "nook/ops/conv2d/conv2d.h"

/* Rows of the image, each contiguous under the filter: the first row and, past the end of a ring, the
 * remaining ones, with the same stride. */
typedef struct dense_rows {
  const int8_t *first, *rest; /* column 0; first is null: rows are not contiguous */
  int32_t stride, count;      /* stride in bytes; number of rows before the end of the ring */
} dense_rows;

static dense_rows find_dense_rows(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0) {
  dense_rows dense = {0, 0, p->dilation_h * x->stride, p->filter_h};
  const int32_t last = y0 + (p->filter_h - 1) * p->dilation_h;
  if (p->dilation_w != 1 || y0 < 0 || last >= p->in_h) return dense;
  dense.first = nook_row(x, y0);
  dense.rest = nook_row(x, last);
  if (dense.rest == dense.first + (p->filter_h - 1) * dense.stride) return dense;
  const int32_t before = x->count - (int32_t)((dense.first - (const int8_t*)x->base) / x->stride);
  dense.count = (before + p->dilation_h - 1) / p->dilation_h;
  dense.rest -= (p->filter_h - 1 - dense.count) * dense.stride;
  return dense;
}

#endif
