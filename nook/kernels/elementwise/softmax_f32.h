/* A pass over a row of floats in SOFTMAX: the job of softmax_f32_fpu.h and softmax_f32_mve.h. */
#ifndef NOOK_KERNELS_ELEMENTWISE_SOFTMAX_F32_H_
#define NOOK_KERNELS_ELEMENTWISE_SOFTMAX_F32_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y = e^((x - most) * beta), whose sum is added to `sum`. No x is above `most`. Assembly code depends on the
 * offsets of these fields. */
typedef struct nook_powers_f32 {
  const float* x;
  float* y; /* may be x */
  int32_t left;
  float most, beta, sum;
} nook_powers_f32;

#include "nook/kernels/elementwise/softmax_f32_offsets.inc"

#endif
