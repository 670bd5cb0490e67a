/* 3 by 3 taps of a channel along a row of pixels, on cores with 32 registers, where negative outputs are
 * hidden. Nine weights stay in registers, each column is loaded once.
 *
 * The stream has for each channel nook_strip_channel, with the zero point of the input folded into the bias.
 */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_RV32_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_RV32_H_

#include <stdint.h>

/* Code in assembly knows the offsets of these fields. */
typedef struct nook_strip_channel {
  int8_t w[9];   /* in the order of the filter */
  uint8_t shift; /* to the right; in [1, 31] */
  uint8_t unused[2];
  uint32_t bias, twice_multiplier;
} nook_strip_channel;

/* The sum of a pixel is that of three columns; of the first and the last one, one may be beside the image. */
typedef struct nook_strip_rv32 {
  const nook_strip_channel* channel;
  const int8_t* row[3]; /* column 0 of the channel */
  int8_t* y;            /* of the first pixel */
  int32_t step;         /* bytes from a pixel to the next, of x and of y */
  const int8_t* inner;  /* the end of those pixels in y whose last column is in the image */
  int32_t zero, most;   /* of y; least is zero, and most is less zero */
  int32_t in_zero;
  int32_t left, right; /* 1: the first column is beside the image, the last one is; otherwise 0 */
  int32_t channels;    /* > 0 */
} nook_strip_rv32;

/* For each channel of the strip, whose pointers are moved and whose `channels` become 0. A stride of 1 takes
 * 36 instructions for a pixel: 3 loads, 9 multiplications and as many additions, 10 for the output, 5 for
 * pointers and the loop. A stride of 2 takes 42. Sums wrap around. */
void nook_depthwise_strip_rv32(nook_strip_rv32* strip);
void nook_depthwise_strip_by_two_rv32(nook_strip_rv32* strip);

#endif
