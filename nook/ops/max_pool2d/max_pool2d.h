/* MAX_POOL_2D: kernel contract, for C99 and C++. The operator is in max_pool2d_op.h. */
#ifndef NOOK_OPS_MAX_POOL2D_MAX_POOL2D_H_
#define NOOK_OPS_MAX_POOL2D_MAX_POOL2D_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/pool.h"

NOOK_BEGIN_C

/* y[n][oy][ox][c] = clamp(maximum of the window, act_min, act_max). The row of a kernel says which overlap it
 * allows; x and y are borrowed for the call. Cannot fail: prepare() checked everything. `..._row` writes one
 * output row: y_row [out_w][in_c] of row `oy`, from the rows of one image. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing)                      \
  void symbol(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);   \
  void symbol##_row(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row, \
                    void* scratch_memory);
#include "nook/ops/max_pool2d/s8.inc"
#undef NOOK_KERNEL

void nook_max_pool2d_f32_ref(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory);
void nook_max_pool2d_f32_ref_row(const nook_pool_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                 void* scratch_memory);

/* int16 likewise. */
void nook_max_pool2d_s16_ref(const nook_pool_s8* p, const int16_t* x, int16_t* y, void* scratch_memory);
void nook_max_pool2d_s16_ref_row(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int16_t* y_row,
                                 void* scratch_memory);

NOOK_END_C

#endif
