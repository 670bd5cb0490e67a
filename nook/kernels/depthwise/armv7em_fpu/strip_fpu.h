/* Nine taps of each channel, four channels of a whole row at a time, on cores with DSP instructions and an
 * FPU: the inner loop of depthwise convolutions of 3 by 3 with strides of 1 and one column of padding at each
 * end of a row, whose negative outputs are clamped.
 *
 * The columns of the row are brought together first, two at a time: for each two channels rows 0 and 1 of
 * both columns, a word each, and row 2 of both in one word. These words are bytes, half unpacked, and wait in
 * registers of the FPU, 18 of them. Then each channel goes along the row alone, with all that it needs of the
 * stream in registers. One instruction moves a word, another one unpacks it; two columns end two outputs and
 * begin two. Outputs are bytes of the stack until all four channels of a pixel are there. The columns beside
 * the image are no columns here: what they add to a channel's sums is a product with one word of zero points.
 *
 * The stream is that of strip_dsp.h. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_STRIP_FPU_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_STRIP_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/depthwise/armv7em/strip_dsp.h"

/* Of a row, at most. */
#define NOOK_STRIP_FPU_PIXELS 6

/* Bits of the processor's flags. */
#define NOOK_STRIP_IS_ODD   (1u << 30) /* Z: the second of the last two columns is padding */
#define NOOK_STRIP_IS_SHORT (1u << 29) /* C: no columns between the first and the last two */

/* */
typedef struct nook_strip_row {
  nook_strip_window window;
  int32_t last_step[3]; /* from the first of the last two columns to the second */
  uint32_t flags;
  int8_t* y;           /* `channels` bytes for each pixel, one after the other; any alignment */
  int32_t channels;    /* of both images, at least 4 */
  const void* weights; /* the stream, at a multiple of 4 */
  uint32_t zero;       /* of x, in both halves */
} nook_strip_row;

#include "nook/kernels/depthwise/armv7em_fpu/strip_fpu_offsets.inc"

/* y[n][c] = saturate to int8(plus + sum of nine x * w); results below the zero point may be any value not
 * above it. For four channels of two columns and pixels: 21 instructions to load, 88 for sums and outputs. */
void nook_strip_fpu(const nook_strip_row* job);

#endif
