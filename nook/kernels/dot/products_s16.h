/* Products of rows of int16 and four columns with sums of 64 bits, for the inner loops of BATCH_MATMUL. */
#ifndef NOOK_KERNELS_DOT_PRODUCTS_S16_H_
#define NOOK_KERNELS_DOT_PRODUCTS_S16_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* A result is (sum * factor + round) >> (32 + right),
 * clamped to int16. */
typedef struct nook_products_s16 {
  const int16_t* a;         /* the next row, contiguous */
  int16_t* y;               /* the next results, four of each row */
  int32_t rows;             /* rows that are left, at least one */
  int32_t a_bytes, y_bytes; /* from one row to the next */
  const void* columns;      /* interleaved in blocks of a loop's elements, padded with zeros */
  int32_t depth;            /* elements of a row */
  uint32_t factor, round_low, round_high;
  int32_t right; /* 0 to 14 */
} nook_products_s16;

#include "nook/kernels/dot/products_s16_offsets.inc"

/* nook_rescale_s64() of sums of `depth` products of int16. Sets the last four fields, or returns 0 if a
 * product with the factor might not fit 64 bits. */
static inline int32_t nook_products_rescale(nook_products_s16* job, int32_t multiplier, int32_t shift) {
  const int32_t dropped = 15 - shift; /* bits of the product with the upper half of the multiplier */
  const int32_t left = dropped < 32 ? 32 - dropped : 0;
  if (left > 8 || job->depth > (int32_t)1 << (17 - left)) return 0;
  const uint32_t upper = multiplier < 0x7FFF0000 ? ((uint32_t)multiplier + (1u << 15)) >> 16 : 0x7FFF;
  const uint64_t round = (uint64_t)1 << (dropped + left - 1);
  job->factor = upper << left, job->right = dropped + left - 32;
  job->round_low = (uint32_t)round, job->round_high = (uint32_t)(round >> 32);
  return 1;
}

#endif
