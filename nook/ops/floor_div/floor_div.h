/* FLOOR_DIV: y = a / b rounded down to an integer; if b is 0, the IEEE 754 result. Kernel contract, for C99
 * and C++. */
#ifndef NOOK_OPS_FLOOR_DIV_FLOOR_DIV_H_
#define NOOK_OPS_FLOOR_DIV_FLOOR_DIV_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y is dense. An operand that is not broadcast may share memory with y. */
nook_binary_plain_f32_kernel nook_floor_div_f32_ref;
nook_binary_plain_s32_kernel nook_floor_div_s32_ref;

NOOK_END_C

#endif
