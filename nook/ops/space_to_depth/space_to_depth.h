/* SPACE_TO_DEPTH: kernel contract, for C99 and C++. The operator is in space_to_depth_op.h. */
#ifndef NOOK_OPS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_
#define NOOK_OPS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/blocks.h"

NOOK_BEGIN_C

/* x is the fine image and y the coarse one. A row of y is copied from `block` rows of x. */
nook_blocks_kernel nook_space_to_depth_ref;
nook_blocks_rows nook_space_to_depth_ref_row;

NOOK_END_C

#endif
