/* REDUCE_ANY: y = whether any of x along axes is true. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_ANY_REDUCE_ANY_H_
#define NOOK_OPS_REDUCE_ANY_REDUCE_ANY_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* x and y dense; they may be the same memory. */
void nook_reduce_any_bool_ref(const nook_reduction* p, const uint8_t* x, uint8_t* y, void* scratch_memory);

NOOK_END_C

#endif
