/* POW: y = a to the power of b. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_POW_POW_H_
#define NOOK_OPS_POW_POW_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* int32 wraps around; if b is negative, the result is truncated, and 0 for a = 0. y is dense. An operand that
 * is not repeated may share memory with y. */
nook_binary_plain_f32_kernel nook_pow_f32_ref;
nook_binary_plain_s32_kernel nook_pow_s32_ref;

NOOK_END_C

#endif
