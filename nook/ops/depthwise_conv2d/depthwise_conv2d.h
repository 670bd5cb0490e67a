/* DEPTHWISE_CONV_2D: kernel contract, for C99 and C++. The operator is in depthwise_conv2d_op.h. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_DEPTHWISE_CONV2D_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_DEPTHWISE_CONV2D_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/image_kernel.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* The sizes of x, y and w, and the geometry of windows: the first fields of all Params below. */
#define NOOK_DEPTHWISE_CONV2D_GEOMETRY                                      \
  int32_t batch, in_h, in_w, in_c; /* x */                                  \
  int32_t out_h, out_w, out_c;     /* y; out_c = in_c * depth_multiplier */ \
  int32_t filter_h, filter_w;      /* w */                                  \
  int32_t depth_multiplier;                                                 \
  int32_t stride_h, stride_w;                                               \
  int32_t dilation_h, dilation_w;                                           \
  int32_t pad_top, pad_left

/* y[n][oy][ox][o] = clamp(rescale(bias[o] + sum over (ky, kx) of
 *     (x[n][oy*stride_h - pad_top + ky*dilation_h][ox*stride_w - pad_left + kx*dilation_w]
 *       [o/depth_multiplier]
 *      - in_zero) * w[ky][kx][o], multiplier[o], shift[o]) + out_zero, act_min, act_max)
 * Positions outside the image contribute nothing. */
typedef struct nook_depthwise_conv2d_s8 {
  NOOK_DEPTHWISE_CONV2D_GEOMETRY;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t act_min, act_max;  /* fused activation in the output's quantized units */
  const int32_t* multiplier; /* [out_c], see nook/core/fixed_point.h */
  const int8_t* shift;       /* [out_c] */
} nook_depthwise_conv2d_s8;

/* Likewise with int4 weights, two per byte (nook/core/nibbles.h). */
typedef nook_depthwise_conv2d_s8 nook_depthwise_conv2d_s4;

/* The most rows of a filter that the fast kernel supports: it stores the address of each. */
#define NOOK_DEPTHWISE_FOUR_ROWS 16

/* Likewise with one scale for all channels, and w - w_zero instead of w. */
typedef struct nook_depthwise_conv2d_shifted {
  NOOK_DEPTHWISE_CONV2D_GEOMETRY;
  int32_t in_zero, w_zero, out_zero;
  int32_t act_min, act_max;
  const int32_t* multiplier; /* [1] */
  const int8_t* shift;       /* [1] */
} nook_depthwise_conv2d_shifted;

/* Likewise in float: y = clamp(sum of x * w + bias[o], act_min, act_max), summed in the order (ky, kx). */
typedef struct nook_depthwise_conv2d_f32 {
  NOOK_DEPTHWISE_CONV2D_GEOMETRY;
  float act_min, act_max;
} nook_depthwise_conv2d_f32;

/* The most taps of a filter for the kernels of f32_4x4_fpu.c. */
#define NOOK_DEPTHWISE_FEW_TAPS_F32 16
#define NOOK_DEPTHWISE_TAPS_F32     49

/* Likewise with int8 weights: each image is converted to bytes with its own scale and zero point
 * (nook/ops/reference/hybrid_ref.h). y = clamp(sum of bytes * w * (scale of the bytes * scale[o *
 * scale_step]) + bias[o], act_min, act_max). Scratch: the bytes of an image. */
typedef struct nook_depthwise_conv2d_hybrid {
  NOOK_DEPTHWISE_CONV2D_GEOMETRY;
  float act_min, act_max;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  int32_t scale_step; /* 1: one scale per output channel; 0: one for all */
  const float* scale; /* [out_c] or [1] */
} nook_depthwise_conv2d_hybrid;

/* The most taps of a filter for s16_rows_dsp.c. */
#define NOOK_DEPTHWISE_CONV2D_TAPS_S16 256
/* The most rows of a filter for s16_dsp.c and s16_mve.c. */
#define NOOK_DEPTHWISE_CONV2D_ROWS_S16 16

/* x [batch][in_h][in_w][in_c], w [1][filter_h][filter_w][out_c], bias [out_c] or null, y
 * [batch][out_h][out_w][out_c]. Kernels whose row has a packing take packed weights instead of w, and null
 * for the bias. The table's row of a kernel says which overlap it permits; all buffers are borrowed for the
 * call. Cannot fail: prepare() checked everything. */
#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)
#include "nook/ops/depthwise_conv2d/s4.inc"
#include "nook/ops/depthwise_conv2d/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_depthwise_conv2d_f32, float, float, float)
#include "nook/ops/depthwise_conv2d/f32.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, ...) \
  void symbol(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_hybrid, float, int8_t, float));
#include "nook/ops/depthwise_conv2d/hybrid.inc"
#undef NOOK_KERNEL

void nook_depthwise_conv2d_shifted_ref(const nook_depthwise_conv2d_shifted* p, const int8_t* x,
                                       const int8_t* w, const int32_t* bias, int8_t* y, void* scratch_memory);

/* int16 x and y, with zero points of 0: in_zero and out_zero are not read. Sums have 64 bits and are rescaled
 * by nook_rescale_s64(), bias is int64_t[out_c] or null. */
#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_depthwise_conv2d_s8, int16_t, int8_t, void)
#include "nook/ops/depthwise_conv2d/s16.inc"
#undef NOOK_KERNEL

NOOK_END_C

#endif
