/* A row of SOFTMAX of int8 on cores with vectors: all exponentials are computed in lanes, without a table. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVV_SOFTMAX_RVV_H_
#define NOOK_KERNELS_ELEMENTWISE_RVV_SOFTMAX_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The power of an element is exp((x - most) * multiplier * 2^(shift - 31)) in Q0.31, with the operations of
 * nook_exp_negative(), or 0 if x - most is below `least`. Assembly code depends on the offsets of these
 * fields. */
typedef struct nook_softmax_rvv_job {
  const int8_t* x; /* any alignment */
  int32_t count;   /* > 0: elements */
  int32_t multiplier, shift, least;
  int32_t most;           /* the largest element */
  int32_t inverse, right; /* for quotients: a part is power * inverse * 2^-31, then * 2^-right */
} nook_softmax_rvv_job;

#include "nook/kernels/elementwise/rvv/softmax_rvv_offsets.inc"

/* The largest element of x. */
int32_t nook_softmax_most_rvv(const nook_softmax_rvv_job* job);

/* The sum of all powers, each with 12 bits less, rounded; UINT32_MAX if it does not fit. 87 instructions for
 * as many elements as a vector has lanes, 32 if VLEN is 128. */
uint32_t nook_softmax_sum_rvv(const nook_softmax_rvv_job* job);

/* y = the part of each power, at most 255, less 128; y may be x. 89 instructions for as many elements. */
void nook_softmax_quotients_rvv(const nook_softmax_rvv_job* job, int8_t* y);

#endif
