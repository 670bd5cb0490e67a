/* Sums of NOOK_FEW_BITS for two channels at once, with packed weights, on cores with DSP instructions. */
#ifndef NOOK_OPS_FEW_BITS_TWO_SUMS_DSP_H_
#define NOOK_OPS_FEW_BITS_TWO_SUMS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_codes_dsp.h"
#include "nook/ops/few_bits/windows.h"

/* The sums of products with the codes of two channels, which start at a and b. */
static inline void nook_few_bits_two_sums(const nook_few_bits* p, const int8_t* x, const int8_t* a,
                                          const int8_t* b, int32_t* sums) {
  const uint32_t *const of_a = (const uint32_t*)(const void*)a, *const of_b = (const uint32_t*)(const void*)b;
  if (p->w_bits == 8) {
    nook_dot_codes_8_dsp(x, p->depth, of_a, of_b, sums);
  } else if (p->w_bits == 4) {
    nook_dot_codes_4_dsp(x, p->depth, of_a, of_b, sums);
  } else if (p->w_bits == 2) {
    nook_dot_codes_2_dsp(x, p->depth, of_a, of_b, sums);
  } else {
    nook_dot_codes_1_dsp(x, p->depth, of_a, of_b, sums);
  }
}

#endif
