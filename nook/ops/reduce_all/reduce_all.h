/* REDUCE_ALL: y = whether all of x along axes are true. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_ALL_REDUCE_ALL_H_
#define NOOK_OPS_REDUCE_ALL_REDUCE_ALL_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* x and y dense; they may be the same memory. */
void nook_reduce_all_bool_ref(const nook_reduction* p, const uint8_t* x, uint8_t* y, void* scratch_memory);

NOOK_END_C

#endif
