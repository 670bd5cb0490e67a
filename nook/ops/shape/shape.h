/* SHAPE: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SHAPE_SHAPE_H_
#define NOOK_OPS_SHAPE_SHAPE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = dim; x is not read */
typedef struct nook_shape {
  int32_t rank;
  int32_t dim[6]; /* [rank] */
} nook_shape;

void nook_shape_ref(const nook_shape* p, const void* x, int32_t* y, void* scratch_memory);

NOOK_END_C

#endif
