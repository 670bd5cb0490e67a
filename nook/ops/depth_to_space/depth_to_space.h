/* DEPTH_TO_SPACE: kernel contract, for C99 and C++. The operator is in depth_to_space_op.h. */
#ifndef NOOK_OPS_DEPTH_TO_SPACE_DEPTH_TO_SPACE_H_
#define NOOK_OPS_DEPTH_TO_SPACE_DEPTH_TO_SPACE_H_

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"
#include "nook/ops/families/blocks.h"

NOOK_BEGIN_C

/* x is the coarse image and y the fine one. How far they may overlap is in the row of the table. `..._row`
 * writes row `oy` of y from a row of x. */
void nook_depth_to_space_ref(const nook_blocks* p, const void* x, void* y, void* scratch_memory);
void nook_depth_to_space_ref_row(const nook_blocks* p, const nook_rows* x, int32_t oy, void* y_row,
                                 void* scratch_memory);

NOOK_END_C

#endif
