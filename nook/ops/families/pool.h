/* Pooling: the arguments of the kernels, for C99 and C++. The forms are in pool_op.h. */
#ifndef NOOK_OPS_FAMILIES_POOL_H_
#define NOOK_OPS_FAMILIES_POOL_H_

#include <stdint.h>

#include "nook/core/rows.h"

/* x [batch][in_h][in_w][in_c], y [batch][out_h][out_w][in_c]: y[n][oy][ox][c] depends on x[n][iy][ix][c] with
 * iy in oy*stride_h - pad_top + [0, filter_h), ix likewise, at the positions inside the image. */
typedef struct nook_pool_s8 {
  int32_t batch, in_h, in_w, in_c; /* x; y has the same channels */
  int32_t out_h, out_w;            /* y */
  int32_t filter_h, filter_w;
  int32_t stride_h, stride_w;
  int32_t pad_top, pad_left;
  int32_t act_min, act_max; /* fused activation in quantized units */
} nook_pool_s8;

typedef struct nook_pool_f32 {
  int32_t batch, in_h, in_w, in_c;
  int32_t out_h, out_w;
  int32_t filter_h, filter_w;
  int32_t stride_h, stride_w;
  int32_t pad_top, pad_left;
  float act_min, act_max;
} nook_pool_f32;

#endif
