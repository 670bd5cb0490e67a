/* Constant int4 weights, two to a byte, the first in the lower half: the only code that reads them. */
#ifndef NOOK_CORE_NIBBLES_H_
#define NOOK_CORE_NIBBLES_H_

#include <stdint.h>

static inline int32_t nook_low_nibble(int8_t both) { return ((both & 15) ^ 8) - 8; }
static inline int32_t nook_high_nibble(int8_t both) { return both >> 4; }

/* Weight i. */
static inline int32_t nook_nibble(const int8_t* w, int32_t i) {
  const int8_t both = w[i >> 1];
  return i & 1 ? nook_high_nibble(both) : nook_low_nibble(both);
}

/* The sum of (x[i] - zero) * weight at + i over `size` elements. It wraps around on overflow, which only
 * hostile models cause. */
static inline uint32_t nook_dot_nibbles(const int8_t* x, const int8_t* w, int32_t at, int32_t size,
                                        int32_t zero) {
  const int8_t* const end = x + size;
  uint32_t sum = 0;
  w += at >> 1;
  if ((at & 1) && x < end) sum += (uint32_t)((*x++ - zero) * nook_high_nibble(*w++));
  for (; end - x >= 2; x += 2, ++w)
    sum += (uint32_t)((x[0] - zero) * nook_low_nibble(*w) + (x[1] - zero) * nook_high_nibble(*w));
  if (x < end) sum += (uint32_t)((*x - zero) * nook_low_nibble(*w));
  return sum;
}

#endif
