/* Pooling: the arguments of the kernels, for C99 and C++. The forms are in pool_op.h. */
#ifndef NOOK_OPS_FAMILIES_POOL_H_
#define NOOK_OPS_FAMILIES_POOL_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* x [batch][in_h][in_w][in_c], y [batch][out_h][out_w][in_c]: y[n][oy][ox][c] depends on x[n][iy][ix][c] with
 * iy in oy*stride_h - pad_top + [0, filter_h), ix likewise, for positions inside the image. */
typedef struct nook_pool_s8 {
  int32_t batch, in_h, in_w, in_c; /* x; y has the same channels */
  int32_t out_h, out_w;            /* y */
  int32_t filter_h, filter_w;
  int32_t stride_h, stride_w;
  int32_t pad_top, pad_left;
  int32_t act_min, act_max; /* fused activation in quantized units */
} nook_pool_s8;

typedef nook_pool_s8 nook_pool_s16;

typedef struct nook_pool_f32 {
  int32_t batch, in_h, in_w, in_c;
  int32_t out_h, out_w;
  int32_t filter_h, filter_w;
  int32_t stride_h, stride_w;
  int32_t pad_top, pad_left;
  float act_min, act_max;
} nook_pool_f32;

/* A kernel for images, and one for rows. x and y are borrowed for the call, which cannot fail: prepare()
 * checked everything. The kernel for rows writes one output row, y_row [out_w][in_c] of row `oy`, from the
 * rows of one image. int16 is like int8. */
typedef void nook_pool_s8_kernel(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
typedef void nook_pool_s8_rows(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                               void* scratch_memory);
typedef void nook_pool_s16_kernel(const nook_pool_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);
typedef void nook_pool_s16_rows(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int16_t* y_row,
                                void* scratch_memory);
typedef void nook_pool_f32_kernel(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory);
typedef void nook_pool_f32_rows(const nook_pool_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                void* scratch_memory);

NOOK_END_C

#endif
