/* float32 numbers for nook/ops/reference/fft.h: stages do not divide. */
#ifndef NOOK_OPS_REFERENCE_FFT_F32_H_
#define NOOK_OPS_REFERENCE_FFT_F32_H_

#include <stdint.h>

typedef float fft_real;

static inline float fft_add(float a, float b) { return a + b; }
static inline float fft_sub(float a, float b) { return a - b; }
static inline float fft_half(float x) { return x * 0.5f; }
static inline float fft_half_sum(float a, float b) { return (a + b) * 0.5f; }
static inline float fft_half_difference(float a, float b) { return (a - b) * 0.5f; }
static inline float fft_share(float x, int32_t parts) {
  (void)parts;
  return x;
}
static inline float fft_mul(float a, float b) { return a * b; }
/* a b + c d, a b - c d */
static inline float fft_mul_add(float a, float b, float c, float d) { return a * b + c * d; }
static inline float fft_mul_sub(float a, float b, float c, float d) { return a * b - c * d; }

#endif
