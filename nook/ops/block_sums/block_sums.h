/* NOOK_BLOCK_SUMS: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_BLOCK_SUMS_BLOCK_SUMS_H_
#define NOOK_OPS_BLOCK_SUMS_BLOCK_SUMS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* The largest block: the sum of this many int8, each minus a zero point, fits an int16. */
#define NOOK_MOST_BLOCK 128

/* y[r][k][i] = start + the sum of x over block_h rows from r * block_h on and block_w columns from k *
 * block_w on, of channel i; y [rows][columns][channels]. */
typedef struct nook_block_sums {
  int32_t rows, columns, channels; /* y, of all images together */
  int32_t block_h, block_w;        /* at most NOOK_MOST_BLOCK elements */
  int32_t start;                   /* minus the zero points of a block */
} nook_block_sums;

/* x and y are different memory. */
void nook_block_sums_s8_ref(const nook_block_sums* p, const int8_t* x, int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
