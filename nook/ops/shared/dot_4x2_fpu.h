/* Dot products of 64 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU: four
 * pixels and two outputs at a time. The weights of two outputs are in registers of the FPU; the inputs of the
 * four pixels are unpacked to 16 bits first, two of each pixel side by side.
 *
 * The stream (pack_2x4.h makes it) has for each two outputs what dot_2x4_dsp.h has for them: what the sums
 * begin as, the weights, {multiplier, plus} of each. Negative outputs are hidden. */
#ifndef NOOK_OPS_SHARED_DOT_4X2_FPU_H_
#define NOOK_OPS_SHARED_DOT_4X2_FPU_H_

#include <stdint.h>

#define NOOK_4X2_INPUTS 64
/* Of four pixels, and of the stream for two outputs. */
#define NOOK_4X2_WORDS  (2 * NOOK_4X2_INPUTS)
#define NOOK_4X2_STREAM (2 + NOOK_4X2_INPUTS / 2 + 4)

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_4x2 {
  int8_t* y;             /* of the first pixel; any alignment */
  int32_t apart;         /* from the outputs of a pixel to those of the next */
  const int32_t* inputs; /* of four pixels, unpacked */
  const int8_t* last;    /* the inputs of one more pixel, any alignment; null: there is none */
  int8_t* end;           /* of the first pixel, the last two outputs */
  const void* stream;    /* at a multiple of 4 */
} nook_dot_4x2;

/* All inputs of four pixels, which are `step` bytes apart, any alignment. 20 instructions for four of each.
 */
void nook_unpack_4x2_fpu(int32_t* to, const int8_t* x, int32_t step);

/* For two outputs of four pixels 402 instructions (256 multiply), of one more pixel 170 (64 multiply). The
 * caller clamps. */
void nook_dot_4x2_fpu(const nook_dot_4x2* job);

#endif
