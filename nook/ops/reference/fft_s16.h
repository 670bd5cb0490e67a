/* int16 numbers for nook/ops/reference/fft.h: 15 fraction bits; sums wrap around. */
#ifndef NOOK_OPS_REFERENCE_FFT_S16_H_
#define NOOK_OPS_REFERENCE_FFT_S16_H_

#include <stdint.h>

typedef int16_t fft_real;
typedef int32_t fft_wide;
#define NOOK_FFT_LARGEST INT16_MAX
#include "nook/ops/reference/fft_fixed.h"

/* Halves of sums; the sums themselves do not wrap around. */
static inline int16_t fft_half_sum(int16_t a, int16_t b) { return (int16_t)(((int32_t)a + b) >> 1); }
static inline int16_t fft_half_difference(int16_t a, int16_t b) { return (int16_t)(((int32_t)a - b) >> 1); }

#endif
