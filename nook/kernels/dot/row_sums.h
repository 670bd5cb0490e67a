/* Sums of products of bytes with four rows of weights in the model's layout. */
#ifndef NOOK_KERNELS_DOT_ROW_SUMS_H_
#define NOOK_KERNELS_DOT_ROW_SUMS_H_

#include <stdint.h>

/* Assembly code depends on the order of these fields. */
typedef struct nook_row_sums {
  uint32_t sums[4];
  uint32_t minus; /* the negative zero point of the inputs; with DSP instructions, in both halves */
} nook_row_sums;

#endif
