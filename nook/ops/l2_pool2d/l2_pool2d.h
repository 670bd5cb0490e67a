/* L2_POOL_2D: kernel contract, for C99 and C++. The operator is in l2_pool2d_op.h. */
#ifndef NOOK_OPS_L2_POOL2D_L2_POOL2D_H_
#define NOOK_OPS_L2_POOL2D_L2_POOL2D_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/pool.h"

NOOK_BEGIN_C

/* y[n][oy][ox][c] = clamp(square root of the mean square of the window, act_min, act_max); x and y share no
 * byte. */
nook_pool_f32_kernel nook_l2_pool2d_f32_ref;
nook_pool_f32_rows nook_l2_pool2d_f32_ref_row;

NOOK_END_C

#endif
