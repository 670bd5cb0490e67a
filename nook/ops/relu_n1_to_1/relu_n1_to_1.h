/* RELU_N1_TO_1: y = x clamped to [-1, 1]. Kernel contract, for C99 and C++; int8 is a table
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_RELU_N1_TO_1_RELU_N1_TO_1_H_
#define NOOK_OPS_RELU_N1_TO_1_RELU_N1_TO_1_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

nook_unary_f32_kernel nook_relu_n1_to_1_f32_ref;

NOOK_END_C

#endif
