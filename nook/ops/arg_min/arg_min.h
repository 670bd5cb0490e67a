/* ARG_MIN: the index of the smallest element along one axis; the first of equal elements. Kernel contract,
 * for C99 and C++. */
#ifndef NOOK_OPS_ARG_MIN_ARG_MIN_H_
#define NOOK_OPS_ARG_MIN_ARG_MIN_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/index.h"

NOOK_BEGIN_C

nook_index_s8_kernel nook_arg_min_s8_ref;
nook_index_f32_kernel nook_arg_min_f32_ref;
nook_index_s32_kernel nook_arg_min_s32_ref;

NOOK_END_C

#endif
