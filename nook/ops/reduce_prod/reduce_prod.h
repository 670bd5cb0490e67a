/* REDUCE_PROD: y = the product of x along axes. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_PROD_REDUCE_PROD_H_
#define NOOK_OPS_REDUCE_PROD_REDUCE_PROD_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* x and y dense; they may be the same memory. int32 products wrap around. */
nook_reduction_f32_kernel nook_reduce_prod_f32_ref;
nook_reduction_s32_kernel nook_reduce_prod_s32_ref;

NOOK_END_C

#endif
