/* Reads a tensor at regular distances and writes it densely: TRANSPOSE, STRIDED_SLICE and many others. */
#ifndef NOOK_OPS_REFERENCE_GATHER_H_
#define NOOK_OPS_REFERENCE_GATHER_H_

#include <stdint.h>

#include "nook/ops/reference/copy.h"
#include "nook/ops/reference/odometer.h"

/* All distances are in bytes. The output consists of dim[0] * ... * dim[rank - 1] rows of `count` segments of
 * `run` bytes. */
typedef struct nook_gather {
  int32_t first;       /* where the first row starts in x */
  int32_t run;         /* contiguous bytes in x */
  int32_t count, step; /* segments of a row, and the distance between the starts of two segments */
  int32_t rank;
  const int32_t* dim;  /* [rank] */
  const int32_t* jump; /* [rank] distance from the start of a row to the next when dimension d advances */
} nook_gather;

static inline void nook_gather_row(const nook_gather* p, const int8_t* x, int8_t* y) {
  nook_copy_segments(y, p->run, x, p->step, p->run, p->count);
}

static inline void nook_gather_rows(const nook_gather* p, const void* x, void* y) {
  const int8_t* from = (const int8_t*)x + p->first;
  int8_t* to = (int8_t*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    nook_gather_row(p, from, to);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    from += p->jump[d];
    to += p->count * p->run;
  }
}

#endif
