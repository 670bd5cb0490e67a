/* Dot products with packed weights, where the inputs of a pixel are runs: rows of an image under a filter are
 * read in place. The file of the instruction set describes the packed weights. */
#ifndef NOOK_KERNELS_DOT_DOT_RUNS_H_
#define NOOK_KERNELS_DOT_DOT_RUNS_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[n][o] = clamp(zero + rescale(bias[o] + sum over r, i of `x[n * step + r * stride + i]` * w[o][r][i]),
 * low, high). */
typedef struct nook_dot_runs {
  const int8_t* x;     /* the first run of the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes per pixel, contiguous; any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t run, runs;   /* bytes of a run, and number of runs; > 0 */
  int32_t stride;      /* bytes from one run to the next */
  int32_t zero;        /* zero point of y */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from one pixel to the next */
  int32_t low, high;   /* in int8 */
} nook_dot_runs;

#include "nook/kernels/dot/dot_runs_offsets.inc"

#endif
