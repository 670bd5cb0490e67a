/* Nine taps per channel, four channels of a strip of pixels at once, on cores with DSP instructions: the
 * inner loop of 3x3 depthwise convolutions with a stride of 1 or 2 along a row and a RELU.
 *
 * First the columns under the strip are interleaved, two at a time: for each two channels, one word per
 * column with rows 0 and 1, and one word with row 2 of both columns. The stack holds these words as bytes,
 * partly unpacked. Then the kernel processes one channel at a time along the strip, with all of the channel's
 * weights in registers: two columns complete two outputs and begin two others, or one of each with a stride
 * of 2. Data read from flash is used for the whole strip. The loop is unrolled six times; it is entered at
 * the step that leaves the right number. Outputs are bytes next to the columns until all four channels of a
 * pixel are complete.
 *
 * The packed weights (depthwise_conv2d_pack.h) have 16 bits and are scaled as in fixed_once.h, two weights
 * of a channel per word. With w(row, column), a channel has: the scaled bias, w(0, 0) w(1, 0), w(0, 1) w(1,
 * 1), w(0, 2) w(1, 2), w(2, 0) w(2, 1), w(2, 1) w(2, 2), multiplier, plus. If the channels are not a multiple
 * of four, the last group has the last four channels, which overlap the previous ones. The groups are
 * followed by the zero point of the input, once per channel: a pixel of padding.
 *
 * Weights of 4 bits are scaled by 2^12. A channel has four words: the scaled bias; w(0, 0), w(0, 1), w(0, 2),
 * w(2, 0) from the lowest bits up, then w(1, 0), w(1, 1), w(1, 2), w(2, 1); plus, and w(2, 2) in the upper 4
 * bits; multiplier. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_STRIP_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_STRIP_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* the most pairs of columns in a strip, and the most outputs */
enum {
  NOOK_STRIP_TWOS = 25,
  NOOK_STRIP_PIXELS = 2 * (NOOK_STRIP_TWOS - 1),
  NOOK_STRIP_PIXELS_BY_TWO = NOOK_STRIP_TWOS - 1,
};

/* bytes of packed weights per four channels */
enum { NOOK_STRIP_BYTES = 128, NOOK_STRIP_S4_BYTES = 64 };

/* Bytes of packed weights without the pixel of padding. */
static inline int32_t nook_strip_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_STRIP_BYTES; }
static inline int32_t nook_strip_s4_stream(int32_t channels) {
  return (channels + 3) / 4 * NOOK_STRIP_S4_BYTES;
}

/* The three rows under a filter: their addresses at one column, any alignment, and the bytes to the next
 * column. Rows outside the image point to the pixel of padding, with a stride of 0 bytes. */
typedef struct nook_strip_window {
  const int8_t* row[3];
  int32_t step[3];
} nook_strip_window;

typedef struct nook_strip {
  const int8_t* first[6];    /* two columns, row by row; any addresses */
  nook_strip_window between; /* the columns between the first and the last two */
  const int8_t* last[6];
  int8_t* y;           /* `channels` bytes per pixel, contiguous; any alignment */
  int32_t channels;    /* channels of both images, at least 4 */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t pixels;      /* > 0 */
} nook_strip;

#include "nook/kernels/depthwise/armv7em/strip_dsp_offsets.inc"
/* The frame of strip_dsp.S has as many records. */
typedef char nook_strip_twos_are_known[NOOK_STRIP_TWOS == 25 ? 1 : -1];

/* y[n][c] = saturate to int8(plus + sum of nine x * w). A result below the zero point may be replaced by any
 * value not above it. For four channels of two pixels: 21 instructions to interleave, 88 for sums and outputs
 * and 9 to store. With a stride of 2, half as many pixels take 21, 56 and 5. */
void nook_strip_dsp(const nook_strip* job);
void nook_strip_by_two_dsp(const nook_strip* job);

/* Likewise with weights of 4 bits: 8 instructions more for a channel. */
void nook_strip_s4_dsp(const nook_strip* job);
void nook_strip_by_two_s4_dsp(const nook_strip* job);

#endif
