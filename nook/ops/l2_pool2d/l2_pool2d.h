/* L2_POOL_2D: kernel contract, for C99 and C++. The operator is in l2_pool2d_op.h. */
#ifndef NOOK_OPS_L2_POOL2D_L2_POOL2D_H_
#define NOOK_OPS_L2_POOL2D_L2_POOL2D_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/pool.h"

NOOK_BEGIN_C

/* y[n][oy][ox][c] = clamp(root of the mean of the squares of the window, act_min, act_max); x and y share no
 * byte and are borrowed for the
 * call. Cannot fail: prepare() checked everything.
 * `..._row` writes one output row: y_row [out_w][in_c] of row `oy`, from the rows of one image. */
void nook_l2_pool2d_f32_ref(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory);
void nook_l2_pool2d_f32_ref_row(const nook_pool_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                void* scratch_memory);

NOOK_END_C

#endif
