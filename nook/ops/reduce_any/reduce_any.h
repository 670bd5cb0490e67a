/* REDUCE_ANY: y = whether any element of x along axes is true. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_REDUCE_ANY_REDUCE_ANY_H_
#define NOOK_OPS_REDUCE_ANY_REDUCE_ANY_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

nook_reduction_bool_kernel nook_reduce_any_bool_ref;

NOOK_END_C

#endif
