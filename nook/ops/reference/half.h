/* 16-bit floats (IEEE 754 binary16), which not every core and compiler supports. */
#ifndef NOOK_OPS_REFERENCE_HALF_H_
#define NOOK_OPS_REFERENCE_HALF_H_

#include <stdint.h>
#include <string.h>

/* The exact value of these bits, including infinities and NaN. */
static inline float nook_half(uint16_t bits) {
  const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, rest = bits & 0x7FFF;
  float value;
  if (rest < 0x0400) { /* 0 or subnormal */
    value = (float)rest * (1.0f / 16777216);
    return sign ? -value : value;
  }
  const uint32_t exponent = rest < 0x7C00 ? (uint32_t)(127 - 15) << 23 : (uint32_t)(255 - 31) << 23;
  const uint32_t wide = sign | ((rest << 13) + exponent);
  memcpy(&value, &wide, sizeof value);
  return value;
}

#endif
