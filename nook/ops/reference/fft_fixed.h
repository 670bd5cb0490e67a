/* Fixed-point numbers for nook/ops/reference/fft.h: sums wrap around. The including file defines fft_real;
 * fft_wide, with room for products; and NOOK_FFT_LARGEST, the largest number, all of whose bits are fraction
 * bits. */
#ifndef NOOK_OPS_REFERENCE_FFT_FIXED_H_
#define NOOK_OPS_REFERENCE_FFT_FIXED_H_

static inline fft_real fft_round(fft_wide x) {
  const int32_t bits = 8 * (int32_t)sizeof(fft_real) - 1;
  return (fft_real)((x + ((fft_wide)1 << (bits - 1))) >> bits);
}
static inline fft_real fft_add(fft_real a, fft_real b) { return (fft_real)((uint32_t)a + (uint32_t)b); }
static inline fft_real fft_sub(fft_real a, fft_real b) { return (fft_real)((uint32_t)a - (uint32_t)b); }
static inline fft_real fft_half(fft_real x) { return (fft_real)(x >> 1); }
/* x / parts, as a product. */
static inline fft_real fft_share(fft_real x, int32_t parts) {
  return fft_round((fft_wide)x * (NOOK_FFT_LARGEST / parts));
}
static inline fft_real fft_mul(fft_real a, fft_real b) { return fft_round((fft_wide)a * b); }
/* a b + c d, a b - c d */
static inline fft_real fft_mul_add(fft_real a, fft_real b, fft_real c, fft_real d) {
  return fft_round((fft_wide)a * b + (fft_wide)c * d);
}
static inline fft_real fft_mul_sub(fft_real a, fft_real b, fft_real c, fft_real d) {
  return fft_round((fft_wide)a * b - (fft_wide)c * d);
}

#endif
