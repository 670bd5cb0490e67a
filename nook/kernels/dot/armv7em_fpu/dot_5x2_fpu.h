/* Dot products of 64 inputs on cores with DSP instructions and an FPU, for layers with a fused RELU: five
 * pixels and two outputs at once. The weights of two outputs are in FPU registers.
 *
 * Five pixels take four words per two inputs, because two pixels share a halfword: 256 * q + p, where p and q
 * are the same input of adjacent pixels. If P, Q, R, S and T are the sums of the five, the products of the
 * four words sum to P + 256 * Q, Q + 256 * R, R + 256 * S, S + 256 * T. The first minus 256 times the second,
 * plus 2^16 times the third, minus 2^24 times the fourth is P - 2^32 * T, which is P in 32 bits. Then Q
 * follows from the first sum, R from the second, and so on. The low byte is p + 128, so that the result fits
 * a halfword for any p and q; initial sums are reduced by 128 times the weights.
 *
 * The packed weights (pack_2x4.h) have, for each two outputs, the initial sums, a word of weights per two
 * inputs (a of the first, b of the first, a of the second, b of the second), and {multiplier, plus} of each.
 * A RELU hides negative outputs. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_5X2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_5X2_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

enum {
  NOOK_5X2_INPUTS = 64,
  NOOK_5X2_PIXELS = 5,
};

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_5x2 {
  const int8_t* x[NOOK_5X2_PIXELS]; /* the inputs of each pixel, any alignment */
  int8_t* y;                        /* outputs of the first pixel; any alignment */
  int32_t offsets[NOOK_5X2_PIXELS -
                  1]; /* bytes from the first pixel's outputs to the outputs of each other pixel */
  int8_t* end;        /* last two outputs of the first pixel */
  const void* packed; /* packed weights, at a multiple of 4 */
} nook_dot_5x2;

#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu_offsets.inc"

/* Outputs are written after all inputs are read. The caller clamps. */
void nook_dot_5x2_fpu(const nook_dot_5x2* job);

#endif
