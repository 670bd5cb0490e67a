/* Fully connected layers with one scale for all outputs, on cores with DSP instructions and an FPU: 64 inputs
 * at a time, unpacked into its 32 registers, for up to 64 outputs, whose sums are on the stack in between. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_BLOCKS_FPU_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_BLOCKS_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields; it has a copy on the stack. */
typedef struct nook_one_scale_block {
  const int32_t* from; /* what the sums of the next eight outputs begin as */
  int32_t* to;         /* where they go; null: these are the last inputs */
  int8_t* y;
  int32_t multiplier, power, zero; /* where negative outputs are hidden, `plus` instead of the power */
  int8_t* y_end;                   /* of the outputs, a multiple of eight of them */
  int32_t *sums, *sums_end;
  const int8_t *x, *x_end; /* of the inputs, a multiple of 64 of them */
  int32_t hidden;
} nook_one_scale_block;

#include "nook/ops/fully_connected/one_scale_blocks_fpu_offsets.inc"

/* All inputs of up to NOOK_ONE_SCALE_OUTPUTS outputs; returns the packed weights after theirs. The sums
 * begin as the biases, then as their last values. */
const int8_t* nook_one_scale_blocks_fpu(const nook_one_scale_block* block, const int8_t* packed);

#endif
