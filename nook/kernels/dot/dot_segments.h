/* Dot products with packed weights, where the inputs of a pixel are segments: rows of an image under a filter
 * are read in place. The file of the instruction set describes the packed weights. */
#ifndef NOOK_KERNELS_DOT_DOT_SEGMENTS_H_
#define NOOK_KERNELS_DOT_DOT_SEGMENTS_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[n][o] = clamp(zero + rescale(bias[o] + sum over r, i of `x[n * step + r * stride + i]` * w[o][r][i]),
 * low, high). */
typedef struct nook_dot_segments {
  const int8_t* x;           /* the first segment of the first pixel; any alignment */
  int8_t* y;                 /* `outputs` bytes per pixel, contiguous; any alignment */
  const void* weights;       /* packed weights, at a multiple of 4 */
  int32_t outputs;           /* > 0 */
  int32_t segment, segments; /* bytes of a segment, and number of segments; > 0 */
  int32_t stride;            /* bytes from one segment to the next */
  int32_t zero;              /* zero point of y */
  int32_t pixels;            /* > 0 */
  int32_t step;              /* bytes from one pixel to the next */
  int32_t low, high;         /* in int8 */
} nook_dot_segments;

#include "nook/kernels/dot/dot_segments_offsets.inc"

#endif
