/* Dot products on cores with DSP instructions and an FPU: 3 by 3 taps of three channels, two pixels and four
 * outputs at a time, for layers with a fused RELU. The unpacked inputs of both pixels are in registers of the
 * FPU for all outputs, and weights come from memory that answers at once. */
#ifndef NOOK_OPS_CONV2D_DOT_3X3X3_FPU_H_
#define NOOK_OPS_CONV2D_DOT_3X3X3_FPU_H_

#include <stdint.h>

/* Outputs of a layer, whose stream is copied to the stack. Of more, unpacking the inputs again takes as long
 * as tiles that keep them in memory. */
#define NOOK_K27_OUTPUTS 8
/* Words of the stream for four outputs: what the sums begin as, weights of 28 inputs, {multiplier, plus} of
 * each (dot_2x4_dsp.h, conv2d_k27.h). */
#define NOOK_K27_WORDS 40

/* Four outputs: their part of the stream, and bytes from their y to that of what comes next. */
typedef struct nook_k27_four {
  int32_t stream[NOOK_K27_WORDS];
  int32_t next;
} nook_k27_four;

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_3x3x3 {
  const nook_k27_four *fours, *end; /* one or more */
  int32_t row;                      /* bytes from a row under a pixel to the next */
  int32_t step;                     /* from a pixel of x to the next; 0, as `apart`: it is the same */
  const int8_t* x;                  /* tap (0, 0) of the first pixel; any alignment */
  int8_t* y;                        /* of the first pixel; any alignment */
  int32_t apart;                    /* from the outputs of a pixel to those of the next */
  int32_t twos;                     /* > 0: pixels, in twos */
} nook_dot_3x3x3;

/* For four outputs of two pixels 209 instructions (112 multiply), for two pixels 71. The caller clamps. */
void nook_dot_3x3x3_fpu(const nook_dot_3x3x3* job);

#endif
