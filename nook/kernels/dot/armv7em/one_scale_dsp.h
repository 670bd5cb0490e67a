/* Dot products of one row of inputs, with one scale for all outputs, on cores with DSP instructions: six
 * outputs at a time, then four. fully_connected_one_scale.h describes the packed weights. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_ONE_SCALE_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_ONE_SCALE_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields; it copies them to the stack. */
typedef struct nook_one_scale_row {
  int8_t *y, *y_end; /* at least one group of outputs */
  const int8_t *x, *x_end;
  int32_t multiplier, power, zero;
} nook_one_scale_row;

#include "nook/kernels/dot/armv7em/one_scale_dsp_offsets.inc"

/* Computes all outputs up to y_end, six or four at a time; returns the packed weights of the next outputs. */
const int8_t* nook_one_scale_sixes_dsp(const nook_one_scale_row* row, const int8_t* packed);
const int8_t* nook_one_scale_fours_dsp(const nook_one_scale_row* row, const int8_t* packed);

#endif
