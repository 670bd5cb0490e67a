/* REDUCE_MAX: y = the maximum of x along axes. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_MAX_REDUCE_MAX_H_
#define NOOK_OPS_REDUCE_MAX_REDUCE_MAX_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

nook_reduction_s8_kernel nook_reduce_max_s8_ref;
nook_reduction_extremum_kernel nook_reduce_max_f32_ref;
nook_reduction_s32_kernel nook_reduce_max_s32_ref;

NOOK_END_C

#endif
