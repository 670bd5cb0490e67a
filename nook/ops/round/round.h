/* ROUND: y = x rounded, ties to even. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_ROUND_ROUND_H_
#define NOOK_OPS_ROUND_ROUND_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_round_f32_ref;

NOOK_END_C

#endif
