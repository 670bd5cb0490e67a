/* Outputs of sums on cores that multiply two words to two words, bit-exact with nook/core/fixed_point.h. */
#ifndef NOOK_KERNELS_ASM_RESCALE_TWICE_H_
#define NOOK_KERNELS_ASM_RESCALE_TWICE_H_

#include "nook/core/fixed_point.h"

/* The requantization of an output in packed weights. */
typedef struct nook_output_twice {
  uint32_t bias;
  uint32_t twice_multiplier;
  int32_t shift; /* right shift minus one; in [0, 30] */
} nook_output_twice;

typedef struct nook_clamp_to {
  int32_t zero, low, high; /* low and high minus zero */
} nook_clamp_to;

/* nook_mul_high(). One instruction computes the high word of a signed times an unsigned word; the bit below
 * it rounds, ties up. */
static inline int32_t nook_high_twice(int32_t x, uint32_t twice_multiplier) {
  const int64_t product = (int64_t)x * twice_multiplier;
  return (int32_t)(product >> 32) + (int32_t)((uint32_t)product >> 31);
}

/* The output of a negative sum; called only if results below the zero point matter. */
static __attribute__((noinline)) int32_t nook_negative_twice(int32_t sum, uint32_t twice_multiplier,
                                                             int32_t shift, int32_t low) {
  const int32_t q = nook_high_twice(sum, twice_multiplier);
  const int32_t rounded = (((q - (q < 0)) >> shift) + 1) >> 1;
  return rounded > low ? rounded : low;
}

/* nook_requantize() of a sum without its bias; nook_rescale_fast() explains the rest. The result
 * of a negative sum is the lowest output if that is not below the zero point, as after a RELU. */
static inline int32_t nook_word_twice(const nook_output_twice* o, uint32_t sum, const nook_clamp_to* to) {
  const uint32_t biased = sum + o->bias;
  int32_t q = to->low;
  if (NOOK_SINGLE_ROUNDING)
    return nook_requantize((int32_t)biased, (int32_t)(o->twice_multiplier >> 1), -o->shift - 1, to->zero,
                           to->low + to->zero, to->high + to->zero);
  if ((int32_t)biased >= 0) {
    const uint64_t product = (uint64_t)biased * o->twice_multiplier;
    const uint32_t high = (uint32_t)(product >> 32) + ((uint32_t)product >> 31);
    const int32_t rounded = (int32_t)(((high >> o->shift) + 1) >> 1);
    if (rounded > q) q = rounded;
  } else if (q < 0) {
    q = nook_negative_twice((int32_t)biased, o->twice_multiplier, o->shift, q);
  }
  if (q > to->high) q = to->high;
  return q + to->zero;
}
static inline int8_t nook_finish_twice(const nook_output_twice* o, uint32_t sum, const nook_clamp_to* to) {
  return (int8_t)nook_word_twice(o, sum, to);
}

#endif
