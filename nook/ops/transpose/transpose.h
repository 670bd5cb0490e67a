/* TRANSPOSE: kernel contract, for C99 and C++. The operator is in transpose_op.h. */
#ifndef NOOK_OPS_TRANSPOSE_TRANSPOSE_H_
#define NOOK_OPS_TRANSPOSE_TRANSPOSE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"
#include "nook/ops/reference/gather.h"

NOOK_BEGIN_C

/* y = x with its dimensions in another order. */
typedef nook_gather nook_transpose;

/* x and y are dense. The table's rows say how far they may overlap. */
void nook_transpose_ref(const nook_transpose* p, const void* x, void* y, void* scratch_memory);

/* An image whose columns become rows. x has `height` rows of `width` pixels of `pixel` bytes. */
typedef struct nook_transpose_image {
  int32_t height, width, pixel;
} nook_transpose_image;

/* x and y are dense. The table's row says how far they may overlap. */
void nook_transpose_image_ref(const nook_transpose_image* p, const void* x, void* y, void* scratch_memory);
/* Computes row `oy` of y: column `oy` of x, all rows of which are present. */
void nook_transpose_image_ref_row(const nook_transpose_image* p, const nook_rows* x, int32_t oy, void* y_row,
                                  void* scratch_memory);

NOOK_END_C

#endif
