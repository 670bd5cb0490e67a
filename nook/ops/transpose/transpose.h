/* TRANSPOSE: kernel contract, for C99 and C++. The operator is in transpose_op.h. */
#ifndef NOOK_OPS_TRANSPOSE_TRANSPOSE_H_
#define NOOK_OPS_TRANSPOSE_TRANSPOSE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/ops/reference/gather.h"

NOOK_BEGIN_C

/* y = x with its dimensions in another order. */
typedef nook_gather nook_transpose;

/* x and y are dense. The table's rows say how far they may overlap. */
void nook_transpose_ref(const nook_transpose* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
