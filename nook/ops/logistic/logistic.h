/* LOGISTIC: y = 1 / (1 + exp(-x)). Kernel contract, for C99 and C++; int8 uses a table
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_LOGISTIC_LOGISTIC_H_
#define NOOK_OPS_LOGISTIC_LOGISTIC_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_logistic_f32_ref;
nook_curve_s16_kernel nook_logistic_s16_ref;

NOOK_END_C

#endif
