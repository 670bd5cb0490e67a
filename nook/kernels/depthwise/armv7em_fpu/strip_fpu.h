/* Nine taps per channel, four channels of a whole row at once, on cores with DSP instructions and an FPU: the
 * inner loop of 3x3 depthwise convolutions with a stride of 1, one column of padding at each end of a row,
 * and a RELU.
 *
 * First the columns of the row are interleaved, two at a time: for each two channels, one word per column
 * with rows 0 and 1, and one word with row 2 of both columns. FPU registers hold these words, 18 of them, as
 * bytes, partly unpacked. Then the kernel processes one channel at a time along the row, with all of the
 * channel's weights in registers. One instruction moves a word, another one unpacks it; two columns complete
 * two outputs and begin two others. Outputs are bytes on the stack until all four channels of a pixel are
 * complete. Columns of padding are not stored: their contribution to a channel's sums is a product with one
 * word of zero points.
 *
 * The packed weights have the layout of strip_dsp.h. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_STRIP_FPU_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_STRIP_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/depthwise/armv7em/strip_dsp.h"

/* the most pixels of a row */
enum { NOOK_STRIP_FPU_PIXELS = 6 };

/* Bits of the processor's flags register. */
#define NOOK_STRIP_IS_ODD   (1u << 30) /* Z: the second of the last two columns is padding */
#define NOOK_STRIP_IS_SHORT (1u << 29) /* C: no columns between the first and the last two */

typedef struct nook_strip_row {
  nook_strip_window window;
  int32_t last_step[3]; /* distance from the first of the last two columns to the second */
  uint32_t flags;
  int8_t* y;           /* `channels` bytes per pixel, contiguous; any alignment */
  int32_t channels;    /* channels of both images, at least 4 */
  const void* weights; /* packed weights, at a multiple of 4 */
  uint32_t zero;       /* zero point of x, in both halves */
} nook_strip_row;

#include "nook/kernels/depthwise/armv7em_fpu/strip_fpu_offsets.inc"

/* y[n][c] = saturate to int8(plus + sum of nine x * w). A result below the zero point may be replaced by any
 * value not above it. For four channels of two columns and pixels: 21 instructions to load, 88 for sums and
 * outputs. */
void nook_strip_fpu(const nook_strip_row* job);

/* Likewise with weights of 4 bits. */
void nook_strip_s4_fpu(const nook_strip_row* job);

#endif
