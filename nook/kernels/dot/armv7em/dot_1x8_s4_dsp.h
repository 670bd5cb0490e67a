/* Dot products with weights of 4 bits on cores with DSP instructions: eight outputs of one row of inputs,
 * then four. The weights of four outputs share a halfword, as in dot_2x4_s4_dsp.h.
 *
 * The packed weights (pack_s4.h) have, for each eight outputs: the eight initial sums; four words for each
 * four inputs, inputs 0 and 2 of outputs 0 to 3 and of outputs 4 to 7, then inputs 1 and 3; {multiplier,
 * power} of each output. Outputs beyond whole eights come four at a time, with half as many of each; the last
 * four may overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_1X8_S4_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_1X8_S4_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_1x8_s4 {
  const int8_t* x;     /* any alignment */
  int8_t* y;           /* any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t depth;       /* > 0, a multiple of 4 */
  int32_t outputs;     /* at least 4 */
  int32_t zero;        /* zero point of y */
  int32_t sum;         /* the sum of the inputs */
} nook_dot_1x8_s4;

/* The caller clamps. 35 instructions for four inputs and eight outputs (16 multiply), 4 per sixteen inputs.
 */
void nook_dot_1x8_s4_dsp(const nook_dot_1x8_s4* job);

#endif
