/* Dot products on cores with DSP instructions: tiles of two pixels and four outputs, as in dot_2x4_dsp.h, in
 * order along a strip of pixels, for each four outputs. The weights read from flash for the first two pixels
 * are in the flash's buffer for the others: the weights of 64 inputs and four outputs take 256 bytes.
 *
 * The packed weights have the layout of dot_2x4_dsp.h, with all inputs in one part and a RELU. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_STRIP_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_STRIP_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_strip {
  int8_t* y;             /* outputs of the first pixel, any alignment; advances to its last four outputs */
  int32_t stride;        /* bytes from the outputs of one pixel to the next */
  int32_t tiles;         /* > 0: pairs of pixels, times 2 * `stride` */
  int32_t weights;       /* > 0: bytes of the weights of four outputs, 8 per two inputs */
  const int32_t* inputs; /* unpacked (nook_unpack_2x4_dsp), pair of pixels after pair of pixels */
  const int8_t* last;    /* the inputs of one more pixel, whole words; null: none */
  int8_t* end;           /* last four outputs of the first pixel */
} nook_dot_strip;

#include "nook/kernels/dot/armv7em/dot_strip_dsp_offsets.inc"

/* Computes all outputs of all pixels; `packed` is after its header. The caller clamps. 12 instructions for
 * two inputs of two pixels and four outputs (8 multiply), 3 per sixteen inputs; 55 per tile, 40 per four
 * outputs. */
void nook_dot_strip_dsp(nook_dot_strip* job, const int8_t* packed);

#endif
