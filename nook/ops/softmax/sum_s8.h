/* SOFTMAX of a row of int8, shared by kernels with outputs of 8 and of 16 bits. */
#ifndef NOOK_OPS_SOFTMAX_SUM_S8_H_
#define NOOK_OPS_SOFTMAX_SUM_S8_H_

#include "nook/ops/reference/exponential.h"
#include "nook/ops/softmax/softmax.h"

#define NOOK_SOFTMAX_SUM_BITS 12 /* integer bits of a sum of exponentials */

/* The sum of a row: 1 / sum = inverse * 2^-places */
typedef struct nook_softmax_sum {
  int32_t most; /* the largest element */
  int32_t inverse, places;
} nook_softmax_sum;

/* exp of the distance `diff` from the largest element of the row, in Q0.31. Not inlined, because it is long
 * and has two callers. */
static __attribute__((noinline)) int32_t nook_softmax_power(const nook_softmax_s8* p, int32_t diff) {
  return nook_exp_negative(nook_mul_high((int32_t)((uint32_t)diff << p->shift), p->multiplier), 5);
}

static inline int32_t nook_leading_zeros(uint32_t x) {
  int32_t zeros = 0;
  for (; !(x & 0x80000000u); x <<= 1) ++zeros;
  return zeros;
}

/* The row whose exponentials have this sum. */
static inline nook_softmax_sum nook_softmax_sum_of(int32_t most, uint32_t sum) {
  const int32_t headroom = nook_leading_zeros(sum);
  const int32_t inverse = nook_reciprocal_one_plus((int32_t)((sum << headroom) - 0x80000000u));
  const nook_softmax_sum row = {most, inverse, NOOK_SOFTMAX_SUM_BITS - headroom};
  return row;
}

static inline nook_softmax_sum nook_softmax_sum_s8(const nook_softmax_s8* p, const int8_t* x) {
  int32_t most = -128;
  for (int32_t i = 0; i < p->depth; ++i) most = x[i] > most ? x[i] : most;

  uint32_t sum = 0; /* Q12.19; at least 1.0, the term of the largest element */
  for (int32_t i = 0; i < p->depth; ++i) {
    if (x[i] - most < p->least) continue;
    const uint32_t term =
        (uint32_t)nook_shift_right_round(nook_softmax_power(p, x[i] - most), NOOK_SOFTMAX_SUM_BITS);
    sum = sum > UINT32_MAX - term ? UINT32_MAX : sum + term;
  }
  return nook_softmax_sum_of(most, sum);
}

/* The quotient of x's exponential and its row's sum, in units of 2^-bits. */
static inline int32_t nook_softmax_part(const nook_softmax_s8* p, const nook_softmax_sum* row, int32_t x,
                                        int32_t bits) {
  const int32_t shift = row->places + 31 - bits;
  if (x - row->most < p->least || shift > 31) return 0;
  return nook_shift_right_round(nook_mul_high(row->inverse, nook_softmax_power(p, x - row->most)), shift);
}

#endif
