/* Outputs on RV32, equal to the bit to nook/core/fixed_point.h. */
#ifndef NOOK_OPS_SHARED_RESCALE_RV32_H_
#define NOOK_OPS_SHARED_RESCALE_RV32_H_

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build that rounds once has the reference only. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* As it stands in a stream of weights. */
typedef struct nook_output_rv32 {
  uint32_t bias;
  uint32_t twice_multiplier;
  int32_t shift; /* to the right, less one; in [0, 30] */
} nook_output_rv32;

typedef struct nook_clamp_to {
  int32_t zero, low, high; /* low and high less zero */
} nook_clamp_to;

/* nook_mul_high(). The high word of a signed times an unsigned word is one instruction, and the bit below it
 * rounds, ties up. */
static inline int32_t nook_high_rv32(int32_t x, uint32_t twice_multiplier) {
  const int64_t product = (int64_t)x * twice_multiplier;
  return (int32_t)(product >> 32) + (int32_t)((uint32_t)product >> 31);
}

/* nook_requantize() of a sum that has no bias yet; what follows is in nook_rescale_fast(). */
static inline int8_t nook_finish_rv32(const nook_output_rv32* o, uint32_t sum, const nook_clamp_to* to) {
  int32_t q = nook_high_rv32((int32_t)(sum + o->bias), o->twice_multiplier);
  q = (((q - (q < 0)) >> o->shift) + 1) >> 1;
  return (int8_t)(nook_clamp(q, to->low, to->high) + to->zero);
}

#endif
