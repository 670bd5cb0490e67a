/* LOG: y = the natural logarithm of x. Kernel contract, for C99 and C++; int8 and int16 are
 * tables (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_LOG_LOG_H_
#define NOOK_OPS_LOG_LOG_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_log_f32_ref;

NOOK_END_C

#endif
