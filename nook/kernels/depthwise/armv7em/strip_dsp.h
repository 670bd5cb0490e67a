/* Nine taps of each channel, four channels of a strip of pixels at a time, on cores with DSP instructions:
 * the inner loop of depthwise convolutions of 3 by 3 with strides of 1 or 2 along a row, whose negative
 * outputs are clamped.
 *
 * The columns under the strip are brought together first, two at a time: for each two channels rows 0 and 1
 * of both columns, a word each, and row 2 of both in one word. These words are bytes, half unpacked, and wait
 * on the stack. Then each channel goes along the strip alone, with all that it needs of the stream in
 * registers: two columns end two outputs and begin two, or one of each where the stride is 2. What is read
 * from flash serves the whole strip. The code is a loop of six such steps, entered where as many follow as
 * there are. Outputs are bytes beside the columns until all four channels of a pixel are there.
 *
 * The weights come as a stream (depthwise_conv2d_strip.h makes it), 16 bits and scaled as fixed_once.h says,
 * two of a channel in a word. With w(row, column), for each channel: the scaled bias, w(0, 0) w(1, 0), w(0,
 * 1) w(1, 1), w(0, 2) w(1, 2), w(2, 0) w(2, 1), w(2, 1) w(2, 2), multiplier, plus. If the channels are not a
 * multiple of four, the last four of the stream are the last four channels, which overlap the previous ones.
 * After them comes a zero point of the input for each channel: a pixel of padding. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_STRIP_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_STRIP_DSP_H_

#include <stdint.h>

/* Columns of a strip, in twos, at most, and the outputs above them. */
#define NOOK_STRIP_TWOS          25
#define NOOK_STRIP_PIXELS        (2 * (NOOK_STRIP_TWOS - 1))
#define NOOK_STRIP_PIXELS_BY_TWO (NOOK_STRIP_TWOS - 1)

/* Of the stream, for four channels. */
#define NOOK_STRIP_BYTES 128

/* Of the stream, without the pixel of padding. */
static inline int32_t nook_strip_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_STRIP_BYTES; }

/* The three rows under a filter: where they are at one column, any alignment, and bytes to the next. For rows
 * outside the image both are those of the pixel of padding, 0 bytes apart. */
typedef struct nook_strip_window {
  const int8_t* row[3];
  int32_t step[3];
} nook_strip_window;

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_strip {
  const int8_t* first[6];    /* two columns, row by row: any places */
  nook_strip_window between; /* the columns between them and the last two */
  const int8_t* last[6];
  int8_t* y;           /* `channels` bytes for each pixel, one after the other; any alignment */
  int32_t channels;    /* of both images, at least 4 */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t pixels;      /* > 0 */
} nook_strip;

/* y[n][c] = saturate to int8(plus + sum of nine x * w); results below the zero point may be any value not
 * above it. For four channels of two pixels: 21 instructions to bring together, 88 for their sums and outputs
 * and 9 to store. By two, half as many pixels take 21, 56 and 5. */
void nook_strip_dsp(const nook_strip* job);
void nook_strip_by_two_dsp(const nook_strip* job);

#endif
