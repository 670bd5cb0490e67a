/* CONV_2D: kernel contract, for C99 and C++. The operator is in conv2d_op.h, its kernels for cores in
 * nook/kernels/window. */
#ifndef NOOK_OPS_CONV2D_CONV2D_H_
#define NOOK_OPS_CONV2D_CONV2D_H_

#include "nook/kernels/window/window.h"

NOOK_BEGIN_C

/* For int8 or int16 activations with int8 weights, and for float32. window.h documents both and declares
 * their kernels. */
typedef nook_window_s8 nook_conv2d_s8;
typedef nook_window_f32 nook_conv2d_f32;

/* Likewise with int4 weights, two per byte (nook/core/nibbles.h). */
typedef nook_conv2d_s8 nook_conv2d_s4;

/* Likewise with one scale for all channels, and w - w_zero instead of w. */
typedef struct nook_conv2d_shifted {
  NOOK_WINDOW_GEOMETRY;
  int32_t in_zero, w_zero, out_zero;
  int32_t act_min, act_max;
  const int32_t* multiplier; /* [1] */
  const int8_t* shift;       /* [1] */
} nook_conv2d_shifted;

/* Like nook_conv2d_f32 with int8 weights: each image is converted to bytes with its own scale
 * (nook/ops/reference/hybrid_ref.h). y = clamp(sum of bytes * w * (scale of the bytes * scale[o *
 * scale_step]) + bias[o], act_min, act_max). Scratch: the bytes of an image. */
typedef struct nook_conv2d_hybrid {
  NOOK_WINDOW_GEOMETRY;
  float act_min, act_max;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  int32_t scale_step; /* 1: one scale per output channel; 0: one for all */
  const float* scale; /* [out_c] or [1] */
} nook_conv2d_hybrid;

#define NOOK_KERNEL(symbol, ...) void symbol(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float));
#include "nook/ops/conv2d/hybrid.inc"
#undef NOOK_KERNEL

void nook_conv2d_shifted_ref(const nook_conv2d_shifted* p, const int8_t* x, const int8_t* w,
                             const int32_t* bias, int8_t* y, void* scratch_memory);

NOOK_END_C

#endif
