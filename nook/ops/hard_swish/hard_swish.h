/* HARD_SWISH: y = x * relu6(x + 3) / 6. Kernel contract, for C99 and C++; int8 is a table,
 * int16 a gate (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_HARD_SWISH_HARD_SWISH_H_
#define NOOK_OPS_HARD_SWISH_HARD_SWISH_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_hard_swish_f32_ref;

NOOK_END_C

#endif
