/* FLOOR_MOD: y = the remainder of a / b with the sign of b; if b is 0, the IEEE 754 result. Kernel contract,
 * for C99 and C++. */
#ifndef NOOK_OPS_FLOOR_MOD_FLOOR_MOD_H_
#define NOOK_OPS_FLOOR_MOD_FLOOR_MOD_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y is dense. An operand that is not broadcast may share memory with y. */
nook_binary_plain_f32_kernel nook_floor_mod_f32_ref;
nook_binary_plain_s32_kernel nook_floor_mod_s32_ref;

NOOK_END_C

#endif
