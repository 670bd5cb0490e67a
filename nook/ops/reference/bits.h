/* Bit width of integers, for C99 and C++. */
#ifndef NOOK_OPS_REFERENCE_BITS_H_
#define NOOK_OPS_REFERENCE_BITS_H_

#include <stdint.h>

/* The number of bits of x: 0 for 0, 32 for 2^31 and above. */
static inline int32_t nook_bit_width(uint32_t x) {
  int32_t width = 0;
  for (int32_t half = 16; half > 0; half /= 2) {
    if (x >> half == 0) continue;
    x >>= half, width += half;
  }
  return width + (x != 0);
}

#endif
