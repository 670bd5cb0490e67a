/* Operators that move blocks of pixels into the channels of one pixel, or back: the arguments of their
 * kernels, for C99 and C++. The form is in blocks_op.h. */
#ifndef NOOK_OPS_FAMILIES_BLOCKS_H_
#define NOOK_OPS_FAMILIES_BLOCKS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* A coarse image has `rows` rows (of all images of a batch) of `width` pixels. Each of its pixels is `block`
 * segments of `run` bytes; each segment is `block` adjacent pixels of the fine image, which has `block` times
 * as many rows: segment r of pixel w of row y is segment w of row y * block + r there. */
typedef struct nook_blocks {
  int32_t rows, width, block, run;
} nook_blocks;

/* A kernel for images, and one for rows, which writes row `oy` of y. The table's row says how far x and y may
 * overlap. */
typedef void nook_blocks_kernel(const nook_blocks* p, const void* x, void* y, void* scratch_memory);
typedef void nook_blocks_rows(const nook_blocks* p, const nook_rows* x, int32_t oy, void* y_row,
                              void* scratch_memory);

NOOK_END_C

#endif
