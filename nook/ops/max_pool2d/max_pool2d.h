/* MAX_POOL_2D: kernel contract, for C99 and C++. The operator is in max_pool2d_op.h. */
#ifndef NOOK_OPS_MAX_POOL2D_MAX_POOL2D_H_
#define NOOK_OPS_MAX_POOL2D_MAX_POOL2D_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/pool.h"

NOOK_BEGIN_C

/* y[n][oy][ox][c] = clamp(maximum of the window, act_min, act_max). The table's row of a kernel says which
 * overlap it permits. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  nook_pool_s8_kernel symbol;                                        \
  nook_pool_s8_rows symbol##_row;
#include "nook/ops/max_pool2d/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  nook_pool_f32_kernel symbol;                                       \
  nook_pool_f32_rows symbol##_row;
#include "nook/ops/max_pool2d/f32.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  nook_pool_s16_kernel symbol;                                       \
  nook_pool_s16_rows symbol##_row;
#include "nook/ops/max_pool2d/s16.inc"
#undef NOOK_KERNEL

NOOK_END_C

#endif
