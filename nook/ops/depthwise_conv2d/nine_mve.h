/* Nine taps of each channel, sixteen channels at a time, on cores with Helium: the inner loop of depthwise
 * convolutions of 3 by 3.
 *
 * The weights come as a stream. For each sixteen channels: biases, with the zero point of the input folded
 * in; sixteen weights of each tap; multipliers and shifts. Words are in the order 0 4 8 12, 2 6 10 14, 1 5 9
 * 13, 3 7 11 15, shifts of a vector behind its multipliers. Behind the last channels is a zero point of the
 * input for each channel: a pixel of the padding.
 *
 * Where few channels would leave lanes idle, and pixels lie as close in x as in y, the stream has the
 * channels of several pixels, again and again, and these pixels are taken as one with as many channels. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_NINE_MVE_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_NINE_MVE_H_

#include <stdint.h>

/* Of the stream, for sixteen channels. */
#define NOOK_NINE_MVE_BYTES 336

/* Pixels that are taken as one: up to 64 channels, and no more than a row has. */
static inline int32_t nook_nine_mve_pixels(int32_t channels, int32_t stride_w, int32_t out_w) {
  int32_t pixels = 1;
  if (stride_w == 1)
    while (2 * pixels * channels <= 64 && 2 * pixels <= out_w) pixels *= 2;
  return pixels;
}

/* The code knows the offsets of these fields. */
typedef struct nook_nine_mve {
  const int8_t* tap[9]; /* of the first pixel, in the order of the filter; moved on */
  int8_t* y;            /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights;  /* the stream, at a multiple of 4 */
  int32_t step;         /* bytes from a pixel's taps to those of the next */
  int32_t pixels;       /* > 0 */
  int32_t channels;     /* a multiple of 4, > 0: lanes of 32 bits are switched off as a whole */
  int32_t zero;         /* of y */
} nook_nine_mve;

/* y[n][c] = saturate to int8(zero + rescale(bias[c] + sum of nine x * w)): 129 instructions for sixteen
 * channels. Products of two taps are summed in 16 bits; half of the 92 instructions that multiply bring them
 * to 32. */
void nook_nine_mve_run(nook_nine_mve* job);

#endif
