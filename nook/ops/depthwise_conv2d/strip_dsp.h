/* Nine taps of each channel, four channels of a strip of pixels at a time, on cores with DSP instructions:
 * the inner loop of depthwise convolutions of 3 by 3 with strides of 1 or 2 along a row, whose negative
 * outputs are clamped.
 *
 * The columns under the strip are unpacked first, two at a time: of each channel rows 0 and 1 of both
 * columns, a word each, and row 2 of both in one word. Then each channel goes along the strip alone, with all
 * that it needs of the stream in registers: two columns end two outputs and begin two, or one of each where
 * the stride is 2. What is read from flash serves the whole strip. The code enters where as many steps follow
 * as there are. The outputs of a channel lie together first, bytes in a word, until four pixels are turned.
 *
 * The weights come as a stream (depthwise_conv2d_strip.h makes it), 16 bits and scaled as fixed_once.h says,
 * two of a channel in a word. With w(row, column), for each channel: the scaled bias, w(0, 0) w(1, 0), w(0,
 * 1) w(1, 1), w(0, 2) w(1, 2), w(2, 0) w(2, 1), w(2, 1) w(2, 2), multiplier, plus. If the channels are not a
 * multiple of four, the last four of the stream are the last four channels, which overlap the previous ones.
 * After them comes a zero point of the input for each channel: a pixel of padding. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_DSP_H_

#include <stdint.h>

/* Outputs of a strip, at most, and the columns under them. */
#define NOOK_STRIP_PIXELS        16
#define NOOK_STRIP_PIXELS_BY_TWO 8
#define NOOK_STRIP_COLUMNS       (NOOK_STRIP_PIXELS + 2)

/* Of the stream, for four channels. */
#define NOOK_STRIP_BYTES 128

/* Of the stream, without the pixel of padding. */
static inline int32_t nook_strip_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_STRIP_BYTES; }

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_strip {
  const int8_t* const* at;  /* rows 0 to 2 of each column, any alignment; columns in twos, four at least */
  const int8_t* const* end; /* number of these */
  int8_t* y;                /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  int32_t channels;         /* of both images, at least 4 */
  const void* weights;      /* the stream, at a multiple of 4 */
  int32_t pixels;           /* > 0: the columns minus two or three; by two, half of that minus one */
} nook_strip;

/* y[n][c] = saturate to int8(plus + sum of nine x * w); results below the zero point may be any value not
 * above it. For four channels of two pixels: 40 instructions to unpack, 76 for their sums and outputs and 13
 * to store; four channels of a strip take 70 more, and 40 for its first two columns. By two, half as many
 * pixels take 40, 44 and 7. */
void nook_strip_dsp(const nook_strip* job);
void nook_strip_by_two_dsp(const nook_strip* job);

#endif
