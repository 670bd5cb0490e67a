/* SIGN: y = 1 where x > 0, -1 where x < 0, else x. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGN_SIGN_H_
#define NOOK_OPS_SIGN_SIGN_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_sign_f32_ref;

NOOK_END_C

#endif
