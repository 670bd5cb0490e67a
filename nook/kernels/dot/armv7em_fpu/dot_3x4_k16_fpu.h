/* Dot products of 16 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU: three
 * pixels and four outputs at a time. Weights of neighbouring outputs share a halfword: with A to D the sums
 * of the four, products with a + 256 * b, b + 256 * c and c + 256 * d sum to A + 256 * B, B + 256 * C and C +
 * 256 * D. The first minus 256 times the second, plus 2^16 times the third is A + 2^24 * D, and A, with its
 * bias, has less than 24 bits. So A is known, then B from the first sum, C from the second and D from the
 * third: three products do for four outputs.
 *
 * The inputs of a strip of pixels are unpacked once, to the stack. Then the weights of four outputs are in
 * the registers of the FPU for the whole strip.
 *
 * The stream (pack_3x4.h makes it) has for each four outputs: of each two inputs the three words;
 * {multiplier, plus} of each output (fixed_once.h); what the three sums begin with. Of each four inputs 0 and
 * 2 come first, then 1 and 3. If the outputs are no multiple of four, the last four overlap those before. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K16_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K16_FPU_H_

#include <stdint.h>

#define NOOK_3X4_K16_INPUTS 16
/* Of a strip, at the most. */
#define NOOK_3X4_K16_PIXELS 24
/* Of the stream for four outputs. */
#define NOOK_3X4_K16_BYTES 140

/* x [pixels][16] and y [pixels][outputs] at any alignment, pixels > 0, outputs >= 4. Nothing of a strip is
 * written before all its inputs are read. The caller clamps. */
void nook_dot_3x4_k16_fpu(const int8_t* x, const void* stream, int8_t* y, int32_t outputs, int32_t pixels);

#endif
