/* Clamps bytes, for activations with a smaller range than int8. */
#ifndef NOOK_KERNELS_ASM_CLAMP_BYTES_H_
#define NOOK_KERNELS_ASM_CLAMP_BYTES_H_

#include "nook/core/fixed_point.h"

static inline void nook_clamp_bytes(int8_t* y, int32_t size, int32_t low, int32_t high) {
  if (low <= -128 && high >= 127) return;
  for (; size > 0; --size, ++y) *y = (int8_t)nook_clamp(*y, low, high);
}

#endif
