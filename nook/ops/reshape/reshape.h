/* RESHAPE: kernel contract, for C99 and C++. The operator is in reshape_op.h. */
#ifndef NOOK_OPS_RESHAPE_RESHAPE_H_
#define NOOK_OPS_RESHAPE_RESHAPE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = x, byte for byte */
typedef struct nook_reshape {
  int32_t bytes;
} nook_reshape;

/* x and y are dense, with any element type; they may be the same memory; see the table's rows. */
void nook_reshape_ref(const nook_reshape* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
