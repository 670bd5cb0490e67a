/* SPACE_TO_DEPTH: kernel contract, for C99 and C++. The operator is in space_to_depth_op.h. */
#ifndef NOOK_OPS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_
#define NOOK_OPS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"
#include "nook/ops/families/blocks.h"

NOOK_BEGIN_C

/* x is the fine image and y the coarse one. How far they may overlap is in the row of the table. `..._row`
 * writes row `oy` of y from `block` rows of x. */
void nook_space_to_depth_ref(const nook_blocks* p, const void* x, void* y, void* scratch_memory);
void nook_space_to_depth_ref_row(const nook_blocks* p, const nook_rows* x, int32_t oy, void* y_row,
                                 void* scratch_memory);

NOOK_END_C

#endif
