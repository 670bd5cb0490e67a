/* Dot products of float32: all outputs of one vector of inputs, eight outputs at a time, whose sums stay in
 * registers. The job of the kernels that compute them, dot_1x8_f32_fpu.h and dot_1x8_f32_mve.h. Each sum adds
 * its products in the order of the reference and rounds twice, so that results have the reference's bytes.
 *
 * Packed weights (pack_f32.h), for each eight outputs: their biases, then their weights of each input. If the
 * number of outputs is not a multiple of eight, the last eight overlap the others. */
#ifndef NOOK_KERNELS_DOT_DOT_1X8_F32_H_
#define NOOK_KERNELS_DOT_DOT_1X8_F32_H_

#include "nook/kernels/asm/float_range.h"
#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_1x8_f32 {
  const float* x;
  const float* weights; /* packed weights */
  int32_t outputs;      /* at least 8 */
  int32_t depth;        /* > 0: inputs */
  nook_float_range range;
  float* y;
} nook_dot_1x8_f32;

#include "nook/kernels/dot/dot_1x8_f32_offsets.inc"

#endif
