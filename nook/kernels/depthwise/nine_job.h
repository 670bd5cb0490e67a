/* Nine taps of each channel, at any places: the inner loop of depthwise convolutions of 3 by 3. nine_<isa>.h
 * describes how the weights are packed. */
#ifndef NOOK_KERNELS_DEPTHWISE_NINE_JOB_H_
#define NOOK_KERNELS_DEPTHWISE_NINE_JOB_H_

#include <stdint.h>

/* y[n][c] = clamp(zero + rescale(bias[c] + sum over t of x[n * step + apart[t] + c] * w[c][t]), low, high)
 * Assembly code depends on the offsets of these fields. */
typedef struct nook_nine_job {
  const int8_t* x;     /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;           /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t channels;    /* a multiple of 4, > 0 */
  int32_t zero;        /* of y */
  int32_t apart[9];    /* in the order of the filter; added to x modulo 2^32 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from a pixel to the next */
  int32_t low, high;   /* in int8 */
} nook_nine_job;

#endif
