/* Dot products with packed weights, if the inputs of a pixel are runs: rows of an image under a filter are
 * read in place. The file of the instruction set describes how the weights are packed. */
#ifndef NOOK_KERNELS_DOT_DOT_RUNS_H_
#define NOOK_KERNELS_DOT_DOT_RUNS_H_

#include <stdint.h>

/* y[n][o] = clamp(zero + rescale(bias[o] + sum over r, i of x[n * step + r * apart + i] * w[o][r][i]), low,
 * high) Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_runs {
  const int8_t* x;     /* the first run of the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t run, runs;   /* bytes of a run, and how many; > 0 */
  int32_t apart;       /* bytes from a run to the next */
  int32_t zero;        /* of y */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from a pixel to the next */
  int32_t low, high;   /* in int8 */
} nook_dot_runs;

#endif
