/* Sums of products of int16 activations and int8 weights, and their rescaling to int16. */
#ifndef NOOK_OPS_REFERENCE_SUMS_S16_H_
#define NOOK_OPS_REFERENCE_SUMS_S16_H_

#include <string.h>

#include "nook/core/fixed_point.h"

/* The sum of this many products fits 32 bits. */
#define NOOK_FEW_PRODUCTS_S16 256

static inline int32_t nook_few_s16(const int16_t* x, const int8_t* w, int32_t size) {
  int32_t sum = 0;
  const int8_t *const fours = w + (size & ~(int32_t)3), *const end = w + size;
  for (; w != fours; x += 4, w += 4) {
    sum += (int32_t)x[0] * w[0], sum += (int32_t)x[1] * w[1];
    sum += (int32_t)x[2] * w[2], sum += (int32_t)x[3] * w[3];
  }
  for (; w != end; ++x, ++w) sum += (int32_t)*x * *w;
  return sum;
}

static inline int64_t nook_dot_s16(const int16_t* x, const int8_t* w, int32_t size) {
  int64_t sum = 0;
  for (; size > NOOK_FEW_PRODUCTS_S16; size -= NOOK_FEW_PRODUCTS_S16) {
    sum += nook_few_s16(x, w, NOOK_FEW_PRODUCTS_S16);
    x += NOOK_FEW_PRODUCTS_S16, w += NOOK_FEW_PRODUCTS_S16;
  }
  return sum + nook_few_s16(x, w, size);
}

/* The width of a sum, which is the width of the bias. */
typedef enum nook_sum_bits { NOOK_SUM_32, NOOK_SUM_64 } nook_sum_bits;

/* Output o as an int16 before it is clamped. Sums of hostile models wrap around. `bias`, null or an array of
 * integers of that width, is aligned to 4 bytes. */
static inline int32_t nook_output_s16(int64_t products, nook_sum_bits bits, const void* bias, int32_t o,
                                      int32_t multiplier, int32_t shift) {
  if (bits == NOOK_SUM_32) {
    const uint32_t of_bias = bias ? ((const uint32_t*)bias)[o] : 0;
    return nook_rescale((int32_t)((uint32_t)products + of_bias), multiplier, shift);
  }
  int64_t of_bias = 0;
  if (bias) memcpy(&of_bias, (const char*)bias + (size_t)o * sizeof of_bias, sizeof of_bias);
  return nook_rescale_s64((int64_t)((uint64_t)products + (uint64_t)of_bias), multiplier, shift);
}

#endif
