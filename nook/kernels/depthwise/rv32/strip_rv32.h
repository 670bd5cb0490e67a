/* 3 by 3 taps of a channel along a row of pixels, on cores with 32 registers, if negative outputs are
 * clamped away. Nine weights stay in registers, each column is loaded once.
 *
 * The stream has for each channel nook_strip_channel, with the zero point of the input folded into the bias.
 */
#ifndef NOOK_KERNELS_DEPTHWISE_RV32_STRIP_RV32_H_
#define NOOK_KERNELS_DEPTHWISE_RV32_STRIP_RV32_H_

#include <stdint.h>

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_strip_channel {
  int8_t w[9];   /* in the order of the filter */
  uint8_t shift; /* right shift; in [1, 31] */
  uint8_t unused[2];
  uint32_t bias, twice_multiplier;
} nook_strip_channel;

/* The sum of a pixel is that of three columns; one of the first and last columns may be outside the image. */
typedef struct nook_strip_rv32 {
  const nook_strip_channel* channel;
  const int8_t* row[3]; /* column 0 of the channel */
  int8_t* y;            /* of the first pixel */
  int32_t step;         /* bytes from a pixel to the next, of x and of y */
  const int8_t* inner;  /* the end of the pixels in y whose last column is in the image */
  int32_t zero, most;   /* of y; least is zero, and most is minus zero */
  int32_t in_zero;
  int32_t left, right; /* 1: the first column is outside the image, the last one is; otherwise 0 */
  int32_t channels;    /* > 0 */
} nook_strip_rv32;

/* For each channel of the strip, whose pointers are moved and whose `channels` become 0. With a stride of 1 a
 * pixel takes 36 instructions: 3 loads, 9 multiplications, 9 additions, 10 for the output, 5 for pointers and
 * the loop. With a stride of 2 it takes 42. Sums wrap around. */
void nook_depthwise_strip_rv32(nook_strip_rv32* strip);
void nook_depthwise_strip_by_two_rv32(nook_strip_rv32* strip);

#endif
