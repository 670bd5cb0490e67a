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

/* The arguments of a kernel for images, and of one for rows. */
#define NOOK_POOL_ARGUMENTS(Params, Element) \
  const Params *p, const Element *x, Element *y, void *scratch_memory
#define NOOK_POOL_ROW_ARGUMENTS(Params, Element) \
  const Params *p, const nook_rows *x, int32_t oy, Element *y_row, void *scratch_memory

/* A kernel for images, and one for rows. x and y are borrowed for the call, which cannot fail: prepare()
 * checked everything. The kernel for rows writes one output row, y_row [out_w][in_c] of row `oy`, from the
 * rows of one image. int16 is like int8. */
typedef void nook_pool_s8_kernel(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t));
typedef void nook_pool_s8_rows(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t));
typedef void nook_pool_s16_kernel(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t));
typedef void nook_pool_s16_rows(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int16_t));
typedef void nook_pool_f32_kernel(NOOK_POOL_ARGUMENTS(nook_pool_f32, float));
typedef void nook_pool_f32_rows(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32, float));

NOOK_END_C

#endif
