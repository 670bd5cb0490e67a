/* SVDF: a dense layer whose weights have a low rank, over the last `memory` inputs. Kernel contract, for C99
 * and C++. The operator is in svdf_op.h. */
#ifndef NOOK_OPS_SVDF_SVDF_H_
#define NOOK_OPS_SVDF_SVDF_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Each filter keeps its last `memory` results. The newest, which is stored last, is
 *   state[b][f][memory - 1] = clamp(rescale(sum over i of (x[b][i] - x_zero) * w[f][i], first)) + state_zero
 * in the type of the state. The outputs are
 *   y[b][u] = clamp(rescale(bias[u] + sum over the `rank` filters f of unit u and over m of
 *             (state[b][f][m] - state_zero) * time[f][m], second) + y_zero)
 * Sums wrap around. */
typedef struct nook_svdf {
  int32_t batch, in, units, rank, memory; /* units * rank filters */
  int32_t x_zero, state_zero, y_zero;     /* real = scale * (q - zero); state_zero of int16 is 0 */
  int32_t first_multiplier, second_multiplier;
  int8_t first_shift, second_shift; /* see nook/core/fixed_point.h */
} nook_svdf;

/* Likewise without rescaling; y is clamped to [act_min, act_max]. */
typedef struct nook_svdf_f32 {
  int32_t batch, in, units, rank, memory;
  float act_min, act_max;
} nook_svdf_f32;

/* Likewise with int8 weights. The first weights are multiplied by x quantized to bytes
 * (nook/ops/reference/hybrid_ref.h). */
typedef struct nook_svdf_hybrid {
  int32_t batch, in, units, rank, memory;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  float w_scale, time_scale;
  float act_min, act_max;
} nook_svdf_hybrid;

/* x [batch][in], w [units * rank][in], time [units * rank][memory], bias [units] or null, state
 * [batch][units * rank][memory], which is read and written, y [batch][units]. */
void nook_svdf_s8_ref(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory);
/* Likewise with packed weights instead of w (svdf_pack.h), and null for the operands that they contain. */
#define NOOK_SVDF_MOST_INPUTS 256
void nook_svdf_s8_dsp(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory);
/* `_mve`: likewise, with any weights. */
void nook_svdf_s8_mve(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory);
void nook_svdf_s16_mve(const nook_svdf* p, const int8_t* x, const int8_t* w, const int16_t* time,
                       const int32_t* bias, int16_t* state, int8_t* y, void* scratch_memory);
void nook_svdf_s16_ref(const nook_svdf* p, const int8_t* x, const int8_t* w, const int16_t* time,
                       const int32_t* bias, int16_t* state, int8_t* y, void* scratch_memory);
void nook_svdf_f32_ref(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory);
/* At least eight filters. `_mve`: with packed weights instead of w, and null for time and bias: eights of
 * pack_f32.h without biases, then time and bias. */
void nook_svdf_f32_fpu(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory);
void nook_svdf_f32_mve(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory);
/* Scratch: `in` bytes. */
void nook_svdf_hybrid_ref(const nook_svdf_hybrid* p, const float* x, const int8_t* w, const int8_t* time,
                          const float* bias, float* state, float* y, void* scratch_memory);

NOOK_END_C

#endif
