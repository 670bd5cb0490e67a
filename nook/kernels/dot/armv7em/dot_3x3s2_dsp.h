/* Dot products on cores with DSP instructions: 3x3 taps of one channel with a stride of 2, two pixels of a
 * row at once, for layers with a fused RELU. All inputs of both pixels are unpacked in registers: a word has
 * rows 0 and 1 of a column, or two columns of row 2. The two pixels share one column.
 *
 * The packed weights (pack_k9.h) have eight words per output. With w(row, column): the bias; w(0, 0) w(1,
 * 0); w(0, 1) w(1, 1); w(0, 2) w(1, 2); w(2, 0) w(2, 2); w(2, 1) and 0; multiplier; plus. Weights and biases
 * are scaled as in fixed_once.h. The kernel computes eight outputs of all pixels before the next eight: their
 * packed weights, 256 bytes, stay in the flash's buffer. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_3X3S2_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_3X3S2_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The number of bits of an output that are dropped, and the largest power of two by which 16-bit weights can
 * be scaled. */
enum {
  NOOK_K9_BITS = 12,
  NOOK_K9_MOST_SCALE = 8,
};
/* bytes of packed weights per output */
enum { NOOK_K9_BYTES = 32 };

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_3x3s2 {
  const int8_t* rows[3]; /* column 0 of the first pixel; any alignment */
  int8_t* y;             /* `outputs` bytes per pixel; any alignment */
  const void* packed;    /* packed weights, at a multiple of 4 */
  int32_t outputs;       /* > 0 */
  int32_t twos;          /* > 0: pairs of pixels */
  int32_t stride; /* bytes from the outputs of one pixel to the next; 0 for a single pixel: the second one's
                    outputs are overwritten */
} nook_dot_3x3s2;

#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp_offsets.inc"

/* An output of two pixels takes 21 instructions (10 multiply), two pixels 30 per eight outputs. Reads five
 * columns of each row per two pixels, even for a single pixel. The caller clamps. */
void nook_dot_3x3s2_dsp(const nook_dot_3x3s2* job);

#endif
