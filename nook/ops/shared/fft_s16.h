/* Numbers of int16 for nook/ops/shared/fft.h: 15 fractional bits; sums wrap around. */
#ifndef NOOK_OPS_SHARED_FFT_S16_H_
#define NOOK_OPS_SHARED_FFT_S16_H_

#include <stdint.h>

typedef int16_t fft_real;

static inline int16_t fft_round(int32_t x) { return (int16_t)((x + ((int32_t)1 << 14)) >> 15); }
static inline int16_t fft_add(int16_t a, int16_t b) { return (int16_t)(a + b); }
static inline int16_t fft_sub(int16_t a, int16_t b) { return (int16_t)(a - b); }
static inline int16_t fft_half(int16_t x) { return (int16_t)(x >> 1); }
static inline int16_t fft_half_sum(int16_t a, int16_t b) { return (int16_t)(((int32_t)a + b) >> 1); }
static inline int16_t fft_half_difference(int16_t a, int16_t b) { return (int16_t)(((int32_t)a - b) >> 1); }
/* x / parts, as a product. */
static inline int16_t fft_share(int16_t x, int32_t parts) { return fft_round(x * (INT16_MAX / parts)); }
static inline int16_t fft_mul(int16_t a, int16_t b) { return fft_round((int32_t)a * b); }
/* a b + c d, a b - c d */
static inline int16_t fft_mul_add(int16_t a, int16_t b, int16_t c, int16_t d) {
  return fft_round((int32_t)a * b + (int32_t)c * d);
}
static inline int16_t fft_mul_sub(int16_t a, int16_t b, int16_t c, int16_t d) {
  return fft_round((int32_t)a * b - (int32_t)c * d);
}

#endif
