/* Dot products of bytes that both have a zero point. In TensorFlow Lite's older uint8 scheme, the zero point
 * of weights (minus 128) is usually not 0. */
#ifndef NOOK_OPS_REFERENCE_SHIFTED_H_
#define NOOK_OPS_REFERENCE_SHIFTED_H_

#include <stdint.h>

/* The sum of (x[i] - in_zero) * (w[i] - w_zero) over `size` elements. It wraps around on overflow, which only
 * hostile models cause. */
static inline uint32_t nook_dot_shifted(const int8_t* x, const int8_t* w, int32_t size, int32_t in_zero,
                                        int32_t w_zero) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < size; ++i) sum += (uint32_t)((x[i] - in_zero) * (w[i] - w_zero));
  return sum;
}

#endif
