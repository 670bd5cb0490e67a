/* Products of two float32 vectors with two matrices, added: the sums of the gates of a recurrent layer. Eight
 * sums stay in registers. The job of the kernels that compute them, dot_pair_f32_fpu.h and pair_f32_mve.h.
 * Each of both sums adds its products in the order of the reference and rounds twice, so that results have
 * the reference's bytes.
 *
 * Packed weights (pack_pair_f32.h), for each eight outputs: the numbers with which the sums begin, the
 * numbers that are added at the end, the weights of each element of x, and the weights of each element of
 * `second`. If the number of outputs is not a multiple of eight, the last eight overlap the others. Where the
 * sums of x are given, for each eight outputs, the weights of each element of `second` alone. */
#ifndef NOOK_KERNELS_DOT_DOT_PAIR_F32_H_
#define NOOK_KERNELS_DOT_DOT_PAIR_F32_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_pair_f32 {
  const float* weights; /* packed weights */
  int32_t outputs;      /* at least 8; if the sums of x are given, a multiple of 8 */
  const float* x;
  int32_t depth; /* floats of x; 0: `x` is the sums of x of each output (with an FPU, they may be y) */
  const float* second;
  int32_t second_depth; /* 0: no second vector */
  float* y;             /* disjoint from both vectors */
} nook_dot_pair_f32;

#include "nook/kernels/dot/dot_pair_f32_offsets.inc"

/* y[o] = (begin[o] + the sum of x * W[o] + end[o]) + (0 + the sum of second * R[o]). */
typedef void nook_dot_pair_f32_kernel(const nook_dot_pair_f32* job);

/* Floats of the packed weights of all outputs. */
static inline int32_t nook_dot_pair_f32_floats(const nook_dot_pair_f32* job) {
  return (job->outputs + 7) / 8 * 8 * (2 + job->depth + job->second_depth);
}

#endif
