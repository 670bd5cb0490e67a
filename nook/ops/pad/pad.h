/* PAD: kernel contract, for C99 and C++. The operator is in pad_op.h. */
#ifndef NOOK_OPS_PAD_PAD_H_
#define NOOK_OPS_PAD_PAD_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* y consists of `head` bytes of `fill`; then segments of `run` bytes of x, in order, with gaps of `fill`
 * between them; then `tail` bytes of `fill`. There are dim[0] * ... * dim[rank - 1] segments. */
typedef struct nook_pad {
  int32_t fill; /* a byte; -128 to 127 */
  int32_t head, tail;
  int32_t run; /* bytes */
  int32_t rank;
  const int32_t* dim; /* [rank] */
  const int32_t* gap; /* [rank] bytes of `fill` before the next segment when dimension d advances */
  int32_t in_h, row;  /* if x is an image: rows of x, bytes of a row of y; else 0 */
} nook_pad;

/* x and y are dense. x may be at the end of y, before the last padding; see the table's rows. */
void nook_pad_ref(const nook_pad* p, const void* x, void* y, void* scratch_memory);
/* Computes row `oy` of a single image y. */
void nook_pad_ref_row(const nook_pad* p, const nook_rows* x, int32_t oy, void* y_row, void* scratch_memory);

NOOK_END_C

#endif
