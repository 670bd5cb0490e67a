/* Dot products with one scale for all outputs, on cores with DSP instructions and an FPU: 64 inputs at a
 * time, unpacked to its 32 registers, for up to 64 outputs, whose sums are kept on the stack. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_ONE_SCALE_BLOCKS_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_ONE_SCALE_BLOCKS_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields; it copies them to the stack. */
typedef struct nook_one_scale_block {
  const int32_t* from; /* initial sums of the next eight outputs */
  int32_t* to;         /* destination of the sums; null: these are the last inputs */
  int8_t* y;
  int32_t multiplier, power, zero; /* with a RELU, `plus` replaces the power */
  int8_t* y_end;                   /* end of the outputs, a multiple of eight */
  int32_t *sums, *sums_end;
  const int8_t *x, *x_end; /* inputs, a multiple of 64, and their end */
  int32_t relu;
} nook_one_scale_block;

#include "nook/kernels/dot/armv7em_fpu/one_scale_blocks_fpu_offsets.inc"

/* Processes all inputs for up to NOOK_ONE_SCALE_OUTPUTS outputs; returns the packed weights of the next
 * outputs. The sums start at the biases, then at their previous values. */
const int8_t* nook_one_scale_blocks_fpu(const nook_one_scale_block* block, const int8_t* packed);

#endif
