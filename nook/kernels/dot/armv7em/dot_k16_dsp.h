/* Dot products of at most sixteen inputs with packed weights, on cores with DSP instructions: the inputs of a
 * pixel are in registers while all outputs are made of them.
 *
 * The stream (pack_k16.h makes it) has for each output: twice its bias, the weights of each word of inputs,
 * doubled and 16 bits each, those of bytes 0 2 1 3; then {multiplier, power} as fixed_output.h has it for
 * small factors, and the zero point of y where there are four words. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_DSP_H_

#include <stdint.h>

#include "nook/kernels/dot/k16_words.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_k16 {
  const int8_t* x;     /* word 0 of the first pixel; any alignment */
  int32_t offset[3];   /* bytes from there to words 1 to 3, modulo 2^32; 0 where there are fewer */
  int8_t* y;           /* `outputs` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t step;        /* bytes from a pixel to the next */
  int32_t pixels;      /* > 0 */
  int32_t zero;        /* of y */
  int32_t low, high;   /* in int8 */
} nook_dot_k16;

/* An output of one or two words takes 10 instructions (4 multiply), of three words 13 (6), of four 17 (8);
 * 0.4 to 0.75 for the loop, and 16 to 22 for a pixel. Changes the job. */
void nook_dot_k16_dsp(nook_dot_k16* job, int32_t words);

/* The same if negative outputs are clamped away: for each output the stream has its bias, the weights, times
 * a power of two, and {multiplier, plus} (fixed_once.h). 8, 11 and 15 instructions. */
void nook_dot_k16_relu_dsp(nook_dot_k16* job, int32_t words);

#endif
