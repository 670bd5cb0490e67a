/* Numbers of int32 for nook/ops/shared/fft.h: 31 fractional bits; sums wrap around. */
#ifndef NOOK_OPS_SHARED_FFT_S32_H_
#define NOOK_OPS_SHARED_FFT_S32_H_

#include <stdint.h>

typedef int32_t fft_real;

static inline int32_t fft_round(int64_t x) { return (int32_t)((x + ((int64_t)1 << 30)) >> 31); }
static inline int32_t fft_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t fft_sub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t fft_half(int32_t x) { return x >> 1; }
static inline int32_t fft_half_sum(int32_t a, int32_t b) { return fft_add(a, b) >> 1; }
static inline int32_t fft_half_difference(int32_t a, int32_t b) { return fft_sub(a, b) >> 1; }
/* x / parts, as a product. */
static inline int32_t fft_share(int32_t x, int32_t parts) {
  return fft_round((int64_t)x * (INT32_MAX / parts));
}
static inline int32_t fft_mul(int32_t a, int32_t b) { return fft_round((int64_t)a * b); }
/* a b + c d, a b - c d */
static inline int32_t fft_mul_add(int32_t a, int32_t b, int32_t c, int32_t d) {
  return fft_round((int64_t)a * b + (int64_t)c * d);
}
static inline int32_t fft_mul_sub(int32_t a, int32_t b, int32_t c, int32_t d) {
  return fft_round((int64_t)a * b - (int64_t)c * d);
}

#endif
