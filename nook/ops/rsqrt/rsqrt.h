/* RSQRT: y = 1 / sqrt(x). Kernel contract, for C99 and C++; int8 and int16 are tables
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_RSQRT_RSQRT_H_
#define NOOK_OPS_RSQRT_RSQRT_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

/* NaN below 0; at 0, infinity with the sign of x. */
nook_unary_f32_kernel nook_rsqrt_f32_ref;

NOOK_END_C

#endif
