/* 3x3 taps of a channel along a row of pixels, on cores with 32 registers, for layers with a RELU. The nine
 * weights stay in registers, and each column is loaded once.
 * The packed weights have one nook_strip_channel per channel. */
#ifndef NOOK_KERNELS_DEPTHWISE_RV32_STRIP_RV32_H_
#define NOOK_KERNELS_DEPTHWISE_RV32_STRIP_RV32_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/depthwise/strip_channel.h"

/* A pixel's sum is the sum of three columns; the first or the last column may be outside the image. */
typedef struct nook_strip_rv32 {
  const nook_strip_channel* channel;
  const int8_t* row[3]; /* column 0 of the channel */
  int8_t* y;            /* the first pixel */
  int32_t step;         /* bytes from one pixel to the next, of x and of y */
  const int8_t* inner;  /* the end of the pixels in y whose last column is inside the image */
  int32_t zero,
      most; /* zero point of y, which is also the least output; the largest output minus the zero point */
  int32_t in_zero;
  int32_t left, right; /* 1: the first column is outside the image, the last one is; otherwise 0 */
  int32_t channels;    /* > 0 */
} nook_strip_rv32;

#include "nook/kernels/depthwise/rv32/strip_rv32_offsets.inc"

/* Computes each channel of the strip. Advances its pointers; its `channels` becomes 0. With a stride of 1 a
 * pixel takes 36 instructions: 3 loads, 9 multiplications, 9 additions, 10 for the output, 5 for pointers and
 * the loop. With a stride of 2 it takes 42. Sums wrap around. */
void nook_depthwise_strip_rv32(nook_strip_rv32* strip);
void nook_depthwise_strip_by_two_rv32(nook_strip_rv32* strip);

#endif
