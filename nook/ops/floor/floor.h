/* FLOOR: y = x rounded down to an integer. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_FLOOR_FLOOR_H_
#define NOOK_OPS_FLOOR_FLOOR_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_floor_f32_ref;

NOOK_END_C

#endif
