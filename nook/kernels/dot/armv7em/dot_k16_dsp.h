/* Dot products of at most sixteen inputs with packed weights, on cores with DSP instructions: the inputs of a
 * pixel stay in registers for all outputs.
 *
 * The packed weights (pack_k16.h) have, for each output: twice its bias; the weights of each word of inputs,
 * doubled and 16 bits each, in the order of bytes 0 2 1 3; then {multiplier, power} as in fixed_output.h for
 * small factors, and the zero point of y if there are four words. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/dot/k16_words.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_k16 {
  const int8_t* x;     /* word 0 of the first pixel; any alignment */
  int32_t offset[3];   /* bytes from there to words 1 to 3, modulo 2^32; 0 if there are fewer words */
  int8_t* y;           /* `outputs` bytes per pixel, contiguous; any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t step;        /* bytes from one pixel to the next */
  int32_t pixels;      /* > 0 */
  int32_t zero;        /* zero point of y */
  int32_t low, high;   /* in int8 */
} nook_dot_k16;

#include "nook/kernels/dot/armv7em/dot_k16_dsp_offsets.inc"

/* An output of one or two words takes 10 instructions (4 multiply), of three words 13 (6), of four 17 (8);
 * 0.4 to 0.75 for the loop, and 16 to 22 per pixel. Modifies the job. */
void nook_dot_k16_dsp(nook_dot_k16* job, int32_t words);

/* Likewise if negative outputs are clamped: the packed weights have, for each output, its bias and the
 * weights, times a power of two, and {multiplier, plus} (fixed_once.h). 8, 11 and 15 instructions. */
void nook_dot_k16_relu_dsp(nook_dot_k16* job, int32_t words);

#endif
