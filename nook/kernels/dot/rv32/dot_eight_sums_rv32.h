#ifndef NOOK_KERNELS_DOT_RV32_DOT_EIGHT_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_EIGHT_SUMS_RV32_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The operands for the sums of one pixel, or of two. */
typedef struct nook_dot_eight_operands {
  const int8_t *x, *w;
  int32_t step; /* distance to the second pixel */
  int32_t segment, segments;
  int32_t skip; /* distance from the end of a segment to the next */
} nook_dot_eight_operands;

#include "nook/kernels/dot/rv32/dot_eight_sums_offsets.inc"

/* Computes sums of eight outputs of one pixel, and of two; the second pixel's sums follow the first pixel's.
 * Return the end of the weights. */
const int8_t* nook_dot_eight_sums_rv32(const nook_dot_eight_operands* of, uint32_t* sums);
const int8_t* nook_dot_eight_sums_of_two_rv32(const nook_dot_eight_operands* of, uint32_t* sums);

#endif
