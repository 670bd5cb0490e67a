/* Rows of padded images, shared by the kernels of PAD and PADV2. */
#ifndef NOOK_OPS_PAD_PAD_ROWS_H_
#define NOOK_OPS_PAD_PAD_ROWS_H_

#include <string.h>

#include "nook/core/rows.h"
#include "nook/ops/pad/pad.h"
#include "nook/ops/reference/copy.h"
#include "nook/ops/reference/odometer.h"

/* Fills `bytes` bytes with an element, and returns their end. */
static inline int8_t* nook_fill(int8_t* y, const void* value, int32_t element_bytes, int32_t bytes) {
  if (element_bytes == 1) {
    memset(y, *(const int8_t*)value, (size_t)bytes);
  } else {
    for (int32_t i = 0; i < bytes; i += element_bytes) memcpy(y + i, value, (size_t)element_bytes);
  }
  return y + bytes;
}

/* Row `oy` of y: all padding, or a row of x with padding before, between and after its segments. */
static inline void nook_pad_row(const nook_pad* p, const nook_rows* x, int32_t oy, const void* value,
                                int32_t element_bytes, int8_t* y) {
  const int32_t iy = oy - p->head / p->row;
  int8_t* const end = y + p->row;
  if (iy < 0 || iy >= p->in_h) {
    nook_fill(y, value, element_bytes, p->row);
    return;
  }
  const int8_t* from = (const int8_t*)nook_row(x, iy);
  const int8_t* const last = from + x->stride;
  const int32_t run = p->run < x->stride ? p->run : x->stride;
  int32_t index[NOOK_MAX_RANK] = {0};
  y = nook_fill(y, value, element_bytes, p->head % p->row);
  for (;;) {
    nook_copy_disjoint(y, from, run);
    from += run, y += run;
    if (from == last) break;
    y = nook_fill(y, value, element_bytes, p->gap[nook_next_index(index, p->dim, p->rank)]);
  }
  nook_fill(y, value, element_bytes, (int32_t)(end - y));
}

#endif
