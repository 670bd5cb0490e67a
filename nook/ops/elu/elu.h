/* ELU: y = x if x >= 0, else exp(x) - 1. Kernel contract, for C99 and C++; int8 is a table
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_ELU_ELU_H_
#define NOOK_OPS_ELU_ELU_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_elu_f32_ref;

NOOK_END_C

#endif
