/* TRANSPOSE: kernel contract, for C99 and C++. The operator is in transpose_op.h. */
#ifndef NOOK_OPS_TRANSPOSE_TRANSPOSE_H_
#define NOOK_OPS_TRANSPOSE_TRANSPOSE_H_

#include <stdint.h>

#include "nook/ops/shared/gather.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y = x with its dimensions in another order. */
typedef nook_gather nook_transpose;

/* x and y dense. How far they may overlap is in the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_transpose* p, const void* x, void* y, void* scratch_memory);
#include "nook/ops/transpose/any.inc"
#undef NOOK_KERNEL

#ifdef __cplusplus
}
#endif

#endif
