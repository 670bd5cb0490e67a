/* CEIL: y = x rounded up to an integer. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_CEIL_CEIL_H_
#define NOOK_OPS_CEIL_CEIL_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_ceil_f32_ref;

NOOK_END_C

#endif
