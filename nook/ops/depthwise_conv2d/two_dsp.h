/* Nine taps of each channel, two channels of two pixels side by side at a time, on cores with DSP
 * instructions: the inner loop of depthwise convolutions of 3 by 3 with strides of 1 along a row, whose
 * negative outputs are clamped. The windows share half of their columns, and the pixels all weights.
 *
 * The weights come as a stream (depthwise_conv2d_two.h makes it), 16 bits and scaled as fixed_once.h says,
 * two of a channel in a word. With w(row, column), for each two channels: w(0, 2) w(1, 2) of both channels,
 * their scaled biases; w(0, 1) w(1, 1) of both, w(0, 0) w(1, 0), w(2, 1) w(2, 2), w(2, 0) w(2, 1); then
 * {multiplier, plus} of both. Where the channels are odd, the last two of the stream are the last two
 * channels, which overlap those before. Behind them is a zero point of the input for each channel: a pixel
 * of the padding. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TWO_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TWO_DSP_H_

#include <stdint.h>

/* Of the stream, for two channels. */
#define NOOK_TWO_BYTES 64

/* Of the stream, without the pixel of the padding. */
static inline int32_t nook_two_stream(int32_t channels) { return (channels + 1) / 2 * NOOK_TWO_BYTES; }

/* The code knows the offsets of these fields. */
typedef struct nook_two {
  const int8_t* row[3]; /* column 0 of each of the filter's rows, for the first pixel; any alignment */
  int8_t* y;            /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights;  /* the stream, at a multiple of 4 */
  int32_t channels;     /* of both images, at least 2 */
  int32_t twos;         /* of pixels, > 0 */
} nook_two;

/* y[n][c] = saturate to int8(plus + sum of nine x * w); what is below the zero point may be anything that is
 * not above. 71 instructions for two channels of two pixels: 20 multiply (two taps of a channel at a
 * time, where they can), 18 bring bytes into place, 18 load and 11 are the outputs; 11 for two pixels. */
void nook_two_dsp(const nook_two* job);

/* The same for two pixels whose taps are anywhere: column j of rows 0 and 1 is apart[2 * j] and apart[2 * j +
 * 1] bytes from row[0], and of row 2 apart[8 + j] bytes, modulo 2^32. 5 instructions more. */
void nook_two_edge_dsp(const nook_two* job, const int32_t* apart);

#endif
