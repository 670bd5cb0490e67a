/* Dot products of int16 inputs and packed int8 weights, on cores with DSP instructions (pack_s16.h). The
 * inputs of a pixel, or of two, are a list of segments, which are read in place. The job of the kernels that
 * compute them, dot_segments_dsp.h and dot_pixels_dsp.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_LIST_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_LIST_H_

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/asm/segment_dsp.h"

/* y[n][o] = saturated(rescale(bias[o] + sum over i of x[n][i] * w[o][i])). Assembly code depends on the order
 * of these fields. */
typedef struct nook_dot_list {
  const void* weights; /* packed weights, at a multiple of 4 */
  int16_t* y;          /* `outputs` elements per pixel, at any multiple of 2 */
  int32_t outputs;     /* > 0 */
  const nook_segment* list;
} nook_dot_list;

#include "nook/kernels/dot/armv7em/dot_list_offsets.inc"

#endif
