/* REDUCE_ALL: y = whether all elements of x along axes are true. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_ALL_REDUCE_ALL_H_
#define NOOK_OPS_REDUCE_ALL_REDUCE_ALL_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

nook_reduction_bool_kernel nook_reduce_all_bool_ref;

NOOK_END_C

#endif
