/* 3x3 taps of a channel along a row of pixels for Armv7-M without DSP instructions, for outputs of the whole
 * range of int8. The nine weights stay in three registers, and each column of three inputs is loaded once.
 * The packed weights have one nook_strip_channel per channel. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7M_STRIP_THUMB2_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7M_STRIP_THUMB2_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/depthwise/strip_channel.h"

/* A pixel's sum is the sum of three columns; the first or the last column may be outside the image, and so
 * may the first or the last row of taps. */
typedef struct nook_strip_thumb2 {
  const nook_strip_channel* channel;
  const int8_t* x;     /* column 0 of the first row of taps */
  int8_t* y;           /* the first pixel */
  const int8_t* inner; /* the end of the pixels in y whose last column is inside the image */
  int32_t channels;    /* > 0 */
  int32_t row1, row2;  /* bytes from the first row of taps to the others; inside the image */
  int32_t zero;        /* zero point of y */
  int32_t step;        /* bytes from one pixel to the next, of x and of y */
  int32_t in_zero;
  int32_t left, right;  /* 1: the first column is outside the image, the last one is; otherwise 0 */
  int32_t above, below; /* likewise the first and the last row of taps */
} nook_strip_thumb2;

#include "nook/kernels/depthwise/armv7m/strip_thumb2_offsets.inc"

/* Computes each channel of the strip. Advances its pointers; its `channels` becomes 0. With a stride of 1 a
 * pixel takes 37 instructions: 3 loads of inputs, 9 multiplications, 9 to extract weights, 10 for the output,
 * the rest for pointers and the loop. Sums wrap around. */
void nook_depthwise_strip_thumb2(nook_strip_thumb2* strip);
void nook_depthwise_strip_by_two_thumb2(nook_strip_thumb2* strip);

#endif
