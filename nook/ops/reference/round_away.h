/* Floats as integers. */
#ifndef NOOK_OPS_REFERENCE_ROUND_AWAY_H_
#define NOOK_OPS_REFERENCE_ROUND_AWAY_H_

#include <stdint.h>

/* Nearest integer, ties away from 0; |x| <= 2^16. A float times a power of two is exact, so fixed has
 * exactly the fraction bits of x, except the truncated ones, which do not affect rounding. */
static inline int32_t nook_round_away(float x) {
  const int32_t fixed = (int32_t)(x * 16384.0f);
  return (fixed + 8192 + (fixed >> 31)) >> 14;
}

#endif
