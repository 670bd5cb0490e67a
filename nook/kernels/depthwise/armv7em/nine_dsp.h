/* Nine taps of each channel, four channels at a time, on cores with DSP instructions: the inner loop of
 * depthwise convolutions of 3 by 3.
 *
 * The weights come as a stream (depthwise_conv2d_nine.h makes it). For each four channels: twice their
 * biases, 16 bytes; doubled 16-bit weights of the taps (1, 2), (4, 5), (7, 8), (0, 3), two of a channel in a
 * word, then those of tap 6, 72 bytes; then {multiplier, power} of each channel, 32 bytes, as in
 * dot_eight_dsp.h. For outputs of fixed_once.h biases and weights are scaled as it says, and behind them is
 * {multiplier, plus} of each channel. If the channels are not a multiple of four, the last four of the
 * stream are the last four channels, which overlap the previous ones. After them comes a zero point of the
 * input for each channel: a pixel of padding. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_NINE_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_NINE_DSP_H_

#include <stdint.h>

/* Of the stream, for four channels. */
#define NOOK_NINE_BYTES 120

/* Of the stream, without the pixel of padding. */
static inline int32_t nook_nine_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_NINE_BYTES; }

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_nine {
  const int8_t* x;     /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;           /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t step;        /* bytes from the end of a pixel's channels to the next pixel */
  int32_t pixels;      /* > 0 */
  int32_t channels;    /* at least 4 */
  int32_t zero;        /* of y */
} nook_nine;

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of nine x * w)): tap t, in the order of the filter,
 * is apart[t] bytes from x, modulo 2^32. 100 instructions for four channels: 18 multiply (two taps of a
 * channel at a time, if possible), 24 align bytes, 26 load and 27 compute the outputs; 13 for a pixel. */
void nook_nine_dsp(const nook_nine* job, const int32_t* apart);

/* 13 instructions less, for outputs of fixed_once.h; results below `zero` may be any value not above it. */
void nook_nine_relu_dsp(const nook_nine* job, const int32_t* apart);

#endif
