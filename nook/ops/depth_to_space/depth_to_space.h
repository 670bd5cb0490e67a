/* DEPTH_TO_SPACE: kernel contract, for C99 and C++. The operator is in depth_to_space_op.h. */
#ifndef NOOK_OPS_DEPTH_TO_SPACE_DEPTH_TO_SPACE_H_
#define NOOK_OPS_DEPTH_TO_SPACE_DEPTH_TO_SPACE_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/blocks.h"

NOOK_BEGIN_C

/* x is the coarse image and y the fine one. A row of y is copied from one row of x. */
nook_blocks_kernel nook_depth_to_space_ref;
nook_blocks_rows nook_depth_to_space_ref_row;

NOOK_END_C

#endif
