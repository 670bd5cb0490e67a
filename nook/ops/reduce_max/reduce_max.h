/* REDUCE_MAX: y = the largest of x along axes. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_MAX_REDUCE_MAX_H_
#define NOOK_OPS_REDUCE_MAX_REDUCE_MAX_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* x and y dense; they may be the same memory. */
void nook_reduce_max_s8_ref(const nook_reduction* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_reduce_max_f32_ref(const nook_reduction* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
