/* Dot products of up to eight inputs on cores with DSP instructions, for layers with a fused RELU. All inputs
 * of two pixels stay in registers for up to eight outputs, whose packed weights stay in the flash's buffer
 * for all pixels. The packed weights have the layout of nook_dot_k16_relu_dsp() with two words
 * (dot_k16_dsp.h). */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X8_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X8_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x8 {
  const int8_t* x;     /* the first pixel; any alignment */
  int8_t* y;           /* any alignment; must not overlap x */
  const void* weights; /* packed weights */
  int32_t outputs;     /* > 0 */
  int32_t twos;        /* > 0: pairs of pixels */
  int32_t step;        /* bytes from one pixel of x to the next */
  int32_t offset;      /* bytes from the first word of a pixel to the second */
  int32_t stride; /* bytes from the outputs of one pixel to the next; if this and `step` are 0, both are the
                    same pixel */
} nook_dot_2x8;

#include "nook/kernels/dot/armv7em/dot_2x8_dsp_offsets.inc"

/* 17 instructions for an output of both pixels (8 multiply), 30 for both pixels and eight outputs. The caller
 * clamps. */
void nook_dot_2x8_dsp(const nook_dot_2x8* job);

#endif
