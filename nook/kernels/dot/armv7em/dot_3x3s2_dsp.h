/* Dot products on cores with DSP instructions: 3 by 3 taps of one channel with a stride of 2, two pixels of a
 * row at a time, for layers with a fused RELU. All inputs of both pixels are in registers, unpacked: a word
 * has rows 0 and 1 of a column, or two columns of row 2. A column between the pixels serves both.
 *
 * The stream (conv2d_k9.h makes it) has eight words for each output. With w(row, column): the bias; w(0, 0)
 * w(1, 0); w(0, 1) w(1, 1); w(0, 2) w(1, 2); w(2, 0) w(2, 2); w(2, 1) and 0; multiplier; plus. Weights and
 * biases are scaled as fixed_once.h has it. Eight outputs at a time are made of all pixels: their part of the
 * stream, 256 bytes, stays in the flash's buffer. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_3X3S2_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_3X3S2_DSP_H_

#include <stdint.h>

/* How many bits of an output are dropped, and the power of two by which 16-bit weights can be scaled. */
#define NOOK_K9_BITS       12
#define NOOK_K9_MOST_SCALE 8
/* Of the stream, for an output. */
#define NOOK_K9_BYTES 32

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_3x3s2 {
  const int8_t* rows[3]; /* column 0 of the first pixel; any alignment */
  int8_t* y;             /* `outputs` bytes for each pixel; any alignment */
  const void* stream;    /* at a multiple of 4 */
  int32_t outputs;       /* > 0 */
  int32_t twos;          /* > 0: pixels, in twos */
  int32_t apart;         /* bytes from the outputs of a pixel to those of the next; 0 for one pixel only:
                            those of a second one are overwritten */
} nook_dot_3x3s2;

/* An output of two pixels takes 21 instructions (10 multiply), two pixels 30 for each eight outputs. Reads
 * five columns of each row for two pixels, one or two. The caller clamps. */
void nook_dot_3x3s2_dsp(const nook_dot_3x3s2* job);

#endif
