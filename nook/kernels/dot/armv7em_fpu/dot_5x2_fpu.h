/* Dot products of 64 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU: five
 * pixels and two outputs at a time. The weights of two outputs are in registers of the FPU.
 *
 * Five pixels take four words for two inputs, because two pixels share a halfword: 256 * q + p, where p and q
 * are an input of neighbours. With P, Q, R, S and T the sums of the five, the products of the four words sum
 * to P + 256 * Q, Q + 256 * R, R + 256 * S, S + 256 * T. The first minus 256 times the second, plus 2^16
 * times the third, minus 2^24 times the fourth is P - 2^32 * T, which is P in 32 bits. Then Q follows from
 * the first, R from the second, and so on. The low byte is p + 128, so that the halfword is one of 16 bits
 * for any p and q; sums begin with 128 times the weights less.
 *
 * The stream (pack_2x4.h makes it) has for each two outputs what the sums of each begin as, a word of weights
 * for two inputs (a of the first, b of the first, a of the second, b of the second), {multiplier, plus} of
 * each. Negative outputs are hidden. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_5X2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_5X2_FPU_H_

#include <stdint.h>

#define NOOK_5X2_INPUTS 64
#define NOOK_5X2_PIXELS 5

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_5x2 {
  const int8_t* x[NOOK_5X2_PIXELS];   /* the inputs of each pixel, any alignment */
  int8_t* y;                          /* of the first pixel; any alignment */
  int32_t apart[NOOK_5X2_PIXELS - 1]; /* from the outputs of the first pixel to those of each other */
  int8_t* end;                        /* of the first pixel, the last two outputs */
  const void* stream;                 /* at a multiple of 4 */
} nook_dot_5x2;

/* Nothing is written before all inputs are read. The caller clamps. */
void nook_dot_5x2_fpu(const nook_dot_5x2* job);

#endif
