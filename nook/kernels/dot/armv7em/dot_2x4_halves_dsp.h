/* Dot products of halfwords, on cores with DSP instructions: two pixels with four outputs, for products of
 * two activations. Zero points are already subtracted from both.
 *
 * Inputs come four at a time, the last ones padded with zeros: elements 0 and 2 of the first pixel share a
 * word, and so do elements 0 and 2 of the second pixel; then elements 1 and 3 of both. Likewise, for each
 * four outputs, four words have their elements 0 and 2, and four their elements 1 and 3. If the outputs are
 * not a multiple of four, the last four overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_HALVES_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_HALVES_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_2x4_halves {
  const uint32_t* inputs;    /* inputs of two pixels */
  int32_t bytes;             /* size of the inputs; > 0 */
  const uint32_t* packed;    /* elements of the outputs */
  int32_t outputs;           /* at least 4 */
  int8_t* y;                 /* any alignment */
  int32_t multiplier, power; /* as in fixed_output.h for small factors */
  int32_t zero;              /* zero point of y */
  int32_t stride;            /* bytes from the first pixel's outputs to the second's; 0: there is one pixel */
} nook_dot_2x4_halves;

#include "nook/kernels/dot/armv7em/dot_2x4_halves_dsp_offsets.inc"

/* Words of two pixels, and of four outputs, with this many elements. */
static inline int32_t nook_halves_of_pixels(int32_t depth) { return (depth + 3) / 4 * 4; }
static inline int32_t nook_halves_of_outputs(int32_t depth) { return (depth + 3) / 4 * 8; }

/* 22 instructions for 32 multiply-accumulates, 3 for the loop per two such blocks, and 56 for eight outputs.
 * Sums are below 2^29 in magnitude. */
void nook_dot_2x4_halves_dsp(const nook_dot_2x4_halves* job);

#endif
