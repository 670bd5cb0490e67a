#include "nook/ops/shared/bytes_dsp.h"

#include <string.h>

#include "nook/core/fixed_point.h"

/* The larger, or the smaller, of each two bytes: a subtraction notes which, a selection takes it. */
static inline uint32_t larger_bytes(uint32_t a, uint32_t b) {
  uint32_t larger;
  __asm("ssub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(larger) : "r"(a), "r"(b));
  return larger;
}
static inline uint32_t smaller_bytes(uint32_t a, uint32_t b) {
  uint32_t smaller;
  __asm("ssub8 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(smaller) : "r"(a), "r"(b));
  return smaller;
}

void nook_clamp_bytes_dsp(int8_t* y, int32_t size, int32_t low, int32_t high) {
  const uint32_t lows = (uint32_t)(low & 0xff) * 0x01010101u, highs = (uint32_t)(high & 0xff) * 0x01010101u;
  for (; size >= 4; size -= 4, y += 4) {
    uint32_t four;
    memcpy(&four, y, 4);
    four = smaller_bytes(larger_bytes(four, lows), highs);
    memcpy(y, &four, 4);
  }
  for (; size > 0; --size, ++y) *y = (int8_t)nook_clamp(*y, low, high);
}
