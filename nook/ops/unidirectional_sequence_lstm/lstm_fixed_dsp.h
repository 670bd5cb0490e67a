/* Shared by LSTM kernels for cores with DSP instructions. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FIXED_DSP_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FIXED_DSP_H_

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_cell.h"

static inline int32_t nook_lstm_clamp(int32_t x) {
  __asm("ssat %0, #16, %1" : "=r"(x) : "r"(x));
  return x;
}

/* The product of sigmoid, which is not negative, and an int16 is below 2^30; its factor is below 1/4.
 * Multiplies twice the product by the multiplier and rounds to the high word, minus one if negative; then
 * rounds again, as in fixed_output.h. */
static inline int32_t nook_lstm_rescale(int32_t x, int32_t multiplier, int32_t shift) {
  int32_t product;
  __asm("smmulr %0, %1, %2" : "=r"(product) : "r"(2 * x), "r"(multiplier));
  product += product >> 31;
  __asm("smmulr %0, %0, %1" : "+r"(product) : "r"((int32_t)1 << (32 + shift)));
  return product;
}
#define NOOK_UNROLLED _Pragma("GCC unroll 4")

#endif
