/* Nine taps per channel, four channels at once, on cores with DSP instructions: the inner loop of 3x3
 * depthwise convolutions.
 *
 * The packed weights (depthwise_conv2d_pack.h) consist of groups of four channels. A group has twice the
 * biases, 16 bytes; doubled 16-bit weights for the taps (1, 2), (4, 5), (7, 8), (0, 3), two weights of a
 * channel per word, then the weights of tap 6, 72 bytes; then {multiplier, power} of each channel, 32 bytes,
 * as in dot_eight_dsp.h. For outputs of fixed_once.h, biases and weights are scaled as described there, and
 * {multiplier, plus} of each channel follows. If the channels are not a multiple of four, the last group has
 * the last four channels, which overlap the previous ones. The groups are followed by the zero point of the
 * input, once per channel: a pixel of padding.
 *
 * Weights of 4 bits are scaled by 2^12, like the biases. Two taps have a word: the weights of the first tap
 * from the lowest bits up, then the weights of the second. The word of tap 6 has channels 0 and 1, then 2
 * and 3. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_DW_3X3_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_DW_3X3_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* bytes of packed weights per four channels */
enum { NOOK_DW_3X3_BYTES = 120, NOOK_DW_3X3_S4_BYTES = 68 };

/* Bytes of packed weights without the pixel of padding. */
static inline int32_t nook_dw_3x3_stream(int32_t channels) { return (channels + 3) / 4 * NOOK_DW_3X3_BYTES; }
static inline int32_t nook_dw_3x3_s4_stream(int32_t channels) {
  return (channels + 3) / 4 * NOOK_DW_3X3_S4_BYTES;
}

typedef struct nook_dw_3x3 {
  const int8_t* x;     /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;           /* `channels` bytes per pixel, contiguous; any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t step;        /* bytes from the end of a pixel's channels to the next pixel */
  int32_t pixels;      /* > 0 */
  int32_t channels;    /* at least 4 */
  int32_t zero;        /* zero point of y */
} nook_dw_3x3;

#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp_offsets.inc"

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of nine x * w)). Tap t, in the order of the filter,
 * is `offsets[t]` bytes from x, modulo 2^32. 100 instructions for four channels: 18 multiply (two taps of a
 * channel at a time, if possible), 24 align bytes, 26 load and 27 compute the outputs; 13 per pixel. */
void nook_dw_3x3_dsp(const nook_dw_3x3* job, const int32_t* offsets);

/* For outputs of fixed_once.h, 13 instructions less. A result below `zero` may be replaced by any value not
 * above `zero`. */
void nook_dw_3x3_relu_dsp(const nook_dw_3x3* job, const int32_t* offsets);

/* Likewise with weights of 4 bits: 19 and 15 instructions more for four channels. */
void nook_dw_3x3_s4_dsp(const nook_dw_3x3* job, const int32_t* offsets);
void nook_dw_3x3_relu_s4_dsp(const nook_dw_3x3* job, const int32_t* offsets);

#endif
