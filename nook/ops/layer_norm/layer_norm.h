/* NOOK_LAYER_NORM: normalizes each row of x, then scales and shifts its elements. Kernel contract, for C99
 * and C++. */
#ifndef NOOK_OPS_LAYER_NORM_LAYER_NORM_H_
#define NOOK_OPS_LAYER_NORM_LAYER_NORM_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

/* Fraction bits of a normalized element, of `epsilon`, and of gamma's units in a step of beta. */
enum { NOOK_NORM_BITS = 16, NOOK_NORM_EPSILON_BITS = 4, NOOK_NORM_BETA_BITS = 8 };

NOOK_BEGIN_C

/* For each row of `depth` elements, with c = x - x_zero and n = depth:
 *
 *   sum = centred ? the sum of c : 0
 *   v = n * (the sum of c * c) - sum * sum + epsilon      (n * n times the variance)
 *   z = (n * c - sum) / sqrt(v)                           (rounded to 2^-16)
 *   y = clamp((z * gamma + beta) * multiplier * 2^(-right) + y_zero)
 *
 * in 64-bit integers; 1 / sqrt(v) has 31 bits. A row without variance has z = 0. */
typedef struct nook_layer_norm {
  int32_t rows, depth; /* depth at most 16384 */
  int32_t centred;     /* 1: the mean is subtracted; 0: RMS */
  int32_t x_zero, y_zero;
  int64_t epsilon;           /* in 2^-4 of v's units, at most 2^62 */
  int32_t multiplier, right; /* from gamma's unit * 2^-16 to y; at most 2^22; 1 to 62 */
} nook_layer_norm;

/* y = (x - mean) / sqrt(variance + epsilon) * gamma + beta; the mean is 0 if not `centred`. */
typedef struct nook_layer_norm_f32 {
  int32_t rows, depth;
  int32_t centred;
  float epsilon;
} nook_layer_norm_f32;

/* gamma[depth] or null for 1; beta[depth], in 2^-8 of gamma's unit, or null for 0. x and y are dense; they
 * may be the same memory. Without gamma, its unit is 2^-14. */
void nook_layer_norm_s8_ref(const nook_layer_norm* p, const int8_t* x, const int16_t* gamma,
                            const int32_t* beta, int8_t* y, void* scratch_memory);
void nook_layer_norm_s16_ref(const nook_layer_norm* p, const int16_t* x, const int16_t* gamma,
                             const int32_t* beta, int16_t* y, void* scratch_memory);
void nook_layer_norm_f32_ref(const nook_layer_norm_f32* p, const float* x, const float* gamma,
                             const float* beta, float* y, void* scratch_memory);

NOOK_END_C

#endif
