/* Taps of any filter, wherever they are, four channels at a time, on cores with DSP instructions: the inner
 * loop of depthwise convolutions.
 *
 * The weights come as a stream (depthwise_conv2d_taps.h makes it). For each four channels: twice their
 * biases, 16 bytes; for each two taps doubled 16-bit weights, two of a channel in a word, 16 bytes; then
 * {multiplier, power} of each channel, 32 bytes, as in dot_eight_dsp.h. After an odd number of taps comes
 * one with weights of 0. If the channels are not a multiple of four, the last four of the stream are the
 * last four channels, which overlap the previous ones. After them comes a zero point of the input for each
 * channel: a pixel of padding. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_DSP_H_

#include <stdint.h>

/* The place of each tap is on the stack of the kernel. */
#define NOOK_TAPS_DSP 64

/* Of the stream, for four channels. */
static inline int32_t nook_taps_bytes(int32_t taps) { return 48 + (taps + 1) / 2 * 16; }
/* Of the stream, without the pixel of padding. */
static inline int32_t nook_taps_stream(int32_t channels, int32_t taps) {
  return (channels + 3) / 4 * nook_taps_bytes(taps);
}

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_taps_job {
  const int8_t* x;      /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;            /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights;  /* the stream, at a multiple of 4 */
  const int32_t* apart; /* of each tap, two for each of `pairs`; added to x modulo 2^32 */
  int32_t pairs;        /* > 0 */
  int32_t step;         /* bytes from the end of a pixel's channels to the next pixel */
  int32_t pixels;       /* > 0 */
  int32_t channels;     /* at least 4 */
  int32_t zero;         /* of y */
} nook_taps_job;

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of x * w)): for four channels 14 instructions for
 * two taps, 3 more for four, and 41 around them; 12 for a pixel. */
void nook_taps_dsp(const nook_taps_job* job);

/* The same if each channel of x makes two of y, whose number is even: 11 instructions for two taps. */
void nook_taps_twice_dsp(const nook_taps_job* job);

#endif
