/* AVERAGE_POOL_2D: kernel contract, for C99 and C++. The operator is in average_pool2d_op.h. */
#ifndef NOOK_OPS_AVERAGE_POOL2D_AVERAGE_POOL2D_H_
#define NOOK_OPS_AVERAGE_POOL2D_AVERAGE_POOL2D_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/pool.h"

NOOK_BEGIN_C

/* y[n][oy][ox][c] = clamp(round(sum of the window / positions), act_min, act_max), ties away from zero. The
 * table's row of a kernel says which overlap it permits. If one window is as high as the image
 * (AveragePool2D...::sum_bytes), rows can arrive one at a time: `..._accumulate` adds row `iy`, from 0, to
 * the sums, 4 bytes [out_w][in_c] in the kernel's own format; `..._finish` computes y from them. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing)                                   \
  nook_pool_s8_kernel symbol;                                                                          \
  nook_pool_s8_rows symbol##_row;                                                                      \
  void symbol##_accumulate(const nook_pool_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory); \
  void symbol##_finish(const nook_pool_s8* p, const void* sums_memory, int8_t* y);
#include "nook/ops/average_pool2d/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing)                                   \
  nook_pool_f32_kernel symbol;                                                                         \
  nook_pool_f32_rows symbol##_row;                                                                     \
  void symbol##_accumulate(const nook_pool_f32* p, const float* x_row, int32_t iy, void* sums_memory); \
  void symbol##_finish(const nook_pool_f32* p, const void* sums_memory, float* y);
#include "nook/ops/average_pool2d/f32.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  nook_pool_s16_kernel symbol;                                       \
  nook_pool_s16_rows symbol##_row;
#include "nook/ops/average_pool2d/s16.inc"
#undef NOOK_KERNEL

/* uint8 likewise, halves up. */
typedef nook_pool_s8 nook_pool_u8;
void nook_average_pool2d_u8_ref(NOOK_POOL_ARGUMENTS(nook_pool_u8, uint8_t));
void nook_average_pool2d_u8_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_u8, uint8_t));

NOOK_END_C

#endif
