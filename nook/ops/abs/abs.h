/* ABS: y = |x|. Kernel contract, for C99 and C++; int8 is a table and int16 two slopes
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_ABS_ABS_H_
#define NOOK_OPS_ABS_ABS_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_abs_f32_ref;

NOOK_END_C

#endif
