/* Taps of any filter at any addresses, four channels at once, on cores with DSP instructions: the inner loop
 * of depthwise convolutions.
 *
 * The packed weights (depthwise_conv2d_pack.h) consist of groups of four channels. A group has twice the
 * biases, 16 bytes; for each two taps, doubled 16-bit weights, two weights of a channel per word, 16 bytes;
 * then {multiplier, power} of each channel, 32 bytes, as in dot_eight_dsp.h. An odd number of taps is padded
 * with one whose weights are 0. If the channels are not a multiple of four, the last group has the last four
 * channels, which overlap the previous ones. The groups are followed by the zero point of the input, once per
 * channel: a pixel of padding.
 *
 * Weights of 4 bits are scaled by 2^12, like the biases. Two taps have a word: the weights of the first tap
 * from the lowest bits up, then the weights of the second. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The most taps: the kernel's stack holds the address of each. */
enum { NOOK_TAPS_DSP = 64 };

/* Bytes of packed weights per four channels. */
static inline int32_t nook_taps_bytes(int32_t taps) { return 48 + (taps + 1) / 2 * 16; }
/* Bytes of packed weights without the pixel of padding. */
static inline int32_t nook_taps_stream(int32_t channels, int32_t taps) {
  return (channels + 3) / 4 * nook_taps_bytes(taps);
}

static inline int32_t nook_taps_s4_bytes(int32_t taps) { return 48 + (taps + 1) / 2 * 4; }
static inline int32_t nook_taps_s4_stream(int32_t channels, int32_t taps) {
  return (channels + 3) / 4 * nook_taps_s4_bytes(taps);
}

typedef struct nook_taps_job {
  const int8_t* x;        /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;              /* `channels` bytes per pixel, contiguous; any alignment */
  const void* weights;    /* packed weights, at a multiple of 4 */
  const int32_t* offsets; /* offset of each tap, two per pair; added to x modulo 2^32 */
  int32_t pairs;          /* > 0 */
  int32_t step;           /* bytes from the end of a pixel's channels to the next pixel */
  int32_t pixels;         /* > 0 */
  int32_t channels;       /* at least 4 */
  int32_t zero;           /* zero point of y */
} nook_taps_job;

#include "nook/kernels/depthwise/armv7em/taps_dsp_offsets.inc"

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of x * w)): for four channels 14 instructions per
 * two taps, 3 more per four taps, and 41 in addition; 12 per pixel. */
void nook_taps_dsp(const nook_taps_job* job);

/* Likewise if each channel of x has two channels of y, whose number is even: 11 instructions per two taps. */
void nook_taps_twice_dsp(const nook_taps_job* job);

/* Likewise with weights of 4 bits: 4 instructions more per two taps, and 4 in addition. */
void nook_taps_s4_dsp(const nook_taps_job* job);
void nook_taps_twice_s4_dsp(const nook_taps_job* job);

#endif
