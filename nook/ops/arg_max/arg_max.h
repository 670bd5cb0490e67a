/* ARG_MAX: the index of the largest element along one axis; the first of equal elements. Kernel contract, for
 * C99 and C++. */
#ifndef NOOK_OPS_ARG_MAX_ARG_MAX_H_
#define NOOK_OPS_ARG_MAX_ARG_MAX_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/index.h"

NOOK_BEGIN_C

nook_index_s8_kernel nook_arg_max_s8_ref;
nook_index_f32_kernel nook_arg_max_f32_ref;
nook_index_s32_kernel nook_arg_max_s32_ref;

NOOK_END_C

#endif
