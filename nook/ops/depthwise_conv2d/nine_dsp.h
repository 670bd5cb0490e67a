/* Nine taps of each channel, four channels at a time, on cores with DSP instructions: the inner loop of
 * depthwise convolutions of 3 by 3.
 *
 * The weights come as a stream (depthwise_conv2d_nine.h makes it). For each four channels: twice their
 * biases, 16 bytes; doubled weights of 16 bits of the taps (1, 2), (4, 5), (7, 8), (0, 3), two of a channel
 * in a word, then those of tap 6, 72 bytes; then {multiplier, power} of each channel, 32 bytes, as in
 * dot_eight_dsp.h. For outputs of fixed_once.h biases and weights are scaled as it says, and behind them is
 * {multiplier, plus} of each channel. Where the channels are no multiple of four, the last four of the stream
 * are the last four channels, which overlap those before. Behind them is a zero point of the input for each
 * channel: a pixel of the padding. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_NINE_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_NINE_DSP_H_

#include <stdint.h>

/* Of the stream, for four channels. */
#define NOOK_NINE_BYTES 120

/* Of the stream, without the pixel of the padding. */
static inline int32_t nook_nine_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_NINE_BYTES; }

/* The code knows the offsets of these fields. */
typedef struct nook_nine {
  const int8_t* row[3]; /* column 0 of each of the filter's rows, for the first pixel; any alignment */
  int8_t* y;            /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights;  /* the stream, at a multiple of 4 */
  int32_t column;       /* bytes from a column to the next */
  int32_t step;         /* bytes from a pixel's columns to those of the next, less `channels` */
  int32_t pixels;       /* > 0 */
  int32_t channels;     /* at least 4 */
  int32_t zero;         /* of y */
} nook_nine;

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of nine x * w)): 96 instructions for four channels,
 * of which 18 multiply (two taps of a channel at a time, where they can), 24 bring bytes into place, 22 load
 * and 27 are the outputs. */
void nook_nine_dsp(const nook_nine* job);

/* The same for one pixel whose taps are anywhere: tap t, in the order of the filter, is apart[t] bytes from
 * row[0], modulo 2^32. 5 instructions more. */
void nook_nine_edge_dsp(const nook_nine* job, const int32_t* apart);

/* Both with 13 instructions less for outputs of fixed_once.h; what is below `zero` may be anything that is
 * not above. */
void nook_nine_relu_dsp(const nook_nine* job);
void nook_nine_relu_edge_dsp(const nook_nine* job, const int32_t* apart);

#endif
