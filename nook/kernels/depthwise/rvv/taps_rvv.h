/* Taps of any filter at any addresses on cores with vectors, across channels: the inner loop of depthwise
 * convolutions with one output for each channel.
 *
 * The packed weights have the bias of each channel, which includes the zero point of the input; the
 * multiplier of each; the right shift of each, 16 bits, at least 1; zeros up to a multiple of 4; for each tap
 * the weights of all channels; and the zero point of the input, once per channel: a pixel of padding. */
#ifndef NOOK_KERNELS_DEPTHWISE_RVV_TAPS_RVV_H_
#define NOOK_KERNELS_DEPTHWISE_RVV_TAPS_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The most taps. */
enum { NOOK_TAPS_RVV = 64 };

/* y[n][c] = clamp(zero + rescale(bias[c] + sum over t of `padding[offsets[t] + n * step + c]` * w[t][c]),
 * low, high). */
typedef struct nook_taps_rvv_job {
  const int8_t* padding; /* the pixel of padding */
  int8_t* y;             /* `channels` bytes per pixel, contiguous; any alignment */
  const void* weights;   /* packed weights, at a multiple of 4 */
  const int32_t* offsets;
  int32_t taps, pixels, channels; /* > 0 */
  int32_t step;                   /* bytes from one pixel of x to the next */
  int32_t zero;                   /* zero point of y */
  int32_t low, high;              /* in int8 */
} nook_taps_rvv_job;

#include "nook/kernels/depthwise/rvv/taps_rvv_offsets.inc"

/* 18 instructions for a tap of three pixels and as many channels as a vector has lanes, 32 if VLEN is 128.
 * Sums wrap around, as in the reference. */
void nook_taps_rvv(const nook_taps_rvv_job* job);

#endif
