/* Nine taps per channel, at any addresses: the inner loop of 3x3 depthwise convolutions. dw_3x3_<isa>.h
 * describes the packed weights. */
#ifndef NOOK_KERNELS_DEPTHWISE_DW_3X3_JOB_H_
#define NOOK_KERNELS_DEPTHWISE_DW_3X3_JOB_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[n][c] = clamp(zero + rescale(bias[c] + sum over t of `x[n * step + offsets[t] + c]` * w[c][t]), low,
 * high).
 */
typedef struct nook_dw_3x3_job {
  const int8_t* x;     /* the base address of the taps, for the first pixel; any alignment */
  int8_t* y;           /* `channels` bytes per pixel, contiguous; any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t channels;    /* a multiple of 4, > 0 */
  int32_t zero;        /* zero point of y */
  int32_t offsets[9];  /* offsets of the taps, in the order of the filter; added to x modulo 2^32 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from one pixel to the next */
  int32_t low, high;   /* in int8 */
} nook_dw_3x3_job;

#include "nook/kernels/depthwise/dw_3x3_job_offsets.inc"

#endif
