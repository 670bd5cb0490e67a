/* FULLY_CONNECTED: kernel contract, for C99 and C++. The operator is in fully_connected_op.h. */
#ifndef NOOK_OPS_FULLY_CONNECTED_FULLY_CONNECTED_H_
#define NOOK_OPS_FULLY_CONNECTED_FULLY_CONNECTED_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[b][o] = clamp(rescale(bias[o] + sum over i of (x[b][i] - in_zero) * w[o][i], multiplier[s], shift[s]) +
 * out_zero, act_min, act_max), where s = o * scale_step */
typedef struct nook_fully_connected_s8 {
  int32_t batch, in, out;    /* elements */
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t act_min, act_max;  /* fused activation in the output's quantized units */
  int32_t scale_step;        /* 1: one scale per output; 0: one for all */
  const int32_t* multiplier; /* [out] or [1], see nook/core/fixed_point.h */
  const int8_t* shift;       /* [out] or [1] */
} nook_fully_connected_s8;

/* Likewise with int4 weights, two per byte (nook/core/nibbles.h). */
typedef nook_fully_connected_s8 nook_fully_connected_s4;

/* Likewise with one scale for all outputs, and w[o][i] - w_zero instead of w[o][i]. */
typedef struct nook_fully_connected_shifted {
  int32_t batch, in, out;
  int32_t in_zero, w_zero, out_zero;
  int32_t act_min, act_max;
  const int32_t* multiplier; /* [1] */
  const int8_t* shift;       /* [1] */
} nook_fully_connected_shifted;

/* y[b][o] = clamp(sum over i of x[b][i] * w[o][i] + bias[o], act_min, act_max) */
typedef struct nook_fully_connected_f32 {
  int32_t batch, in, out;
  float act_min, act_max;
} nook_fully_connected_f32;

/* Likewise with int8 weights: each batch of x is converted to bytes with its own scale
 * (nook/ops/reference/hybrid_ref.h). y[b][o] = clamp(sum of bytes * w[o][i] * (scale of the bytes * scale[o *
 * scale_step]) + bias[o], act_min, act_max). Scratch: `in` bytes. */
typedef struct nook_fully_connected_hybrid {
  int32_t batch, in, out;
  float act_min, act_max;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  int32_t scale_step; /* 1: one scale per output; 0: one for all */
  const float* scale; /* [out] or [1] */
} nook_fully_connected_hybrid;

/* x [batch][in], w [out][in], bias [out] or null, y [batch][out]. Kernels whose row has a packing take packed
 * weights instead of w, and null for the bias. All buffers are borrowed for the call. Cannot fail: prepare()
 * checked everything. */
#define NOOK_KERNEL(symbol, ...)                                                                       \
  void symbol(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias, \
              int8_t* y, void* scratch_memory);
#include "nook/core/c_linkage.h"
#include "nook/ops/fully_connected/s4.inc"
#include "nook/ops/fully_connected/s8.inc"
#undef NOOK_KERNEL
#define NOOK_FULLY_CONNECTED_MOST_FOUR 256 /* the most inputs of nook_fully_connected_s8_dsp_1x4() */

/* For nook_fully_connected_s8_dsp_one_scale() and _k128(): inputs come in groups of this many, and an even
 * number of outputs in groups of six, then of four. The scale precedes the packed weights. */
#define NOOK_ONE_SCALE_INPUTS 32
#define NOOK_ONE_SCALE_BYTES  8
/* For nook_fully_connected_s8_fpu_one_scale(): the number of inputs that are multiplied before the next
 * output, and of outputs (a multiple of eight) per pass over the inputs; bytes before the packed weights;
 * with a RELU, the scale of sums, 2^UP, and the number of bits of their products that are dropped. */
#define NOOK_ONE_SCALE_BLOCK   64
#define NOOK_ONE_SCALE_OUTPUTS 64
#define NOOK_ONE_SCALE_HEAD    16
#define NOOK_ONE_SCALE_UP      8
#define NOOK_ONE_SCALE_BITS    12
/* The most inputs of nook_fully_connected_s8_dsp_one_scale_k128(). */
#define NOOK_ONE_SCALE_ON_STACK 128
static inline int32_t nook_one_scale_fours(int32_t outputs) { return (6 - outputs % 6) / 2 % 3; }
static inline int32_t nook_one_scale_sixes(int32_t outputs) {
  return (outputs - 4 * nook_one_scale_fours(outputs)) / 6;
}

#define NOOK_KERNEL(symbol, ...)                                                                    \
  void symbol(const nook_fully_connected_f32* p, const float* x, const float* w, const float* bias, \
              float* y, void* scratch_memory);
#include "nook/ops/fully_connected/f32.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, ...)                                                                        \
  void symbol(const nook_fully_connected_hybrid* p, const float* x, const int8_t* w, const float* bias, \
              float* y, void* scratch_memory);
#include "nook/ops/fully_connected/hybrid.inc"
#undef NOOK_KERNEL

void nook_fully_connected_shifted_dsp(const nook_fully_connected_shifted* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory);
void nook_fully_connected_shifted_ref(const nook_fully_connected_shifted* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory);

/* int16 x and y, with zero points of 0: in_zero and out_zero are not read. Sums have 64 bits and are rescaled
 * by nook_rescale_s64(), bias is int64_t[out] or null. `sum32`: sums have 32 bits, bias is int32_t[out] or
 * null. */
#define NOOK_KERNEL(symbol, ...)                                                                     \
  void symbol(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w, const void* bias, \
              int16_t* y, void* scratch_memory);
#include "nook/ops/fully_connected/s16.inc"
#include "nook/ops/fully_connected/s16_sum32.inc"
#undef NOOK_KERNEL

NOOK_END_C

#endif
