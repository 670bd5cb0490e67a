/* Dot products of 16 inputs on cores with DSP instructions and an FPU, for layers with a fused RELU: three
 * pixels and four outputs at once. Weights of adjacent outputs share a halfword: if A to D are the sums of
 * the four outputs, products with a + 256 * b, b + 256 * c and c + 256 * d sum to A + 256 * B, B + 256 * C
 * and C + 256 * D. The first minus 256 times the second, plus 2^16 times the third is A + 2^24 * D, and A,
 * including its bias, has less than 24 bits. That gives A; then B follows from the first sum, C from the
 * second and D from the third: three products compute four outputs.
 *
 * The inputs of a strip of pixels are unpacked once, to the stack. The weights of four outputs stay in FPU
 * registers for the whole strip.
 *
 * The packed weights (pack_3x4.h) have, for each four outputs: three words for each two inputs; {multiplier,
 * plus} of each output (fixed_once.h); the three initial sums. Inputs 0 and 2 of each four come first, then 1
 * and 3. If the outputs are not a multiple of four, the last four overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K16_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K16_FPU_H_

#include <stdint.h>

#include "nook/kernels/dot/armv7em_fpu/strip_3x4_k16.h"

enum { NOOK_3X4_K16_INPUTS = 16 };
typedef char
    nook_3x4_k16_packed_is_known[NOOK_3X4_K16_BYTES == (NOOK_3X4_K16_INPUTS / 2 * 3 + 11) * 4 ? 1 : -1];

/* x [pixels][16] and y [pixels][outputs] at any alignment, pixels > 0, outputs >= 4. A strip's outputs are
 * written after all its inputs are read. The caller clamps. */
void nook_dot_3x4_k16_fpu(const int8_t* x, const void* packed, int8_t* y, int32_t outputs, int32_t pixels);

#endif
