/* Dot products with packed weights: the inner loop of convolutions and fully connected layers. dot_*_<isa>.h
 * describe the packed weights. */
#ifndef NOOK_KERNELS_DOT_DOT_JOB_H_
#define NOOK_KERNELS_DOT_DOT_JOB_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[n][o] = clamp(zero + rescale(bias[o] + sum over i of x[n][i] * w[o][i]), low, high). */
typedef struct nook_dot_job {
  const int8_t* x;     /* `depth` inputs of the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes per pixel, contiguous; any alignment */
  int32_t zero;        /* zero point of y */
  int32_t pixels;      /* > 0 */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t outputs;     /* > 0; the layout of the packed weights defines how the last group is padded */
  int32_t depth;       /* > 0 */
  int32_t step;        /* bytes from one pixel of x to the next */
  int32_t low, high;   /* in int8 */
} nook_dot_job;

#include "nook/kernels/dot/dot_job_offsets.inc"

#endif
