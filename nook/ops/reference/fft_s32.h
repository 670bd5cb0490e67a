/* int32 numbers for nook/ops/reference/fft.h: 31 fraction bits; sums wrap around. */
#ifndef NOOK_OPS_REFERENCE_FFT_S32_H_
#define NOOK_OPS_REFERENCE_FFT_S32_H_

#include <stdint.h>

typedef int32_t fft_real;
typedef int64_t fft_wide;
#define NOOK_FFT_LARGEST INT32_MAX
#include "nook/ops/reference/fft_fixed.h"

static inline int32_t fft_half_sum(int32_t a, int32_t b) { return fft_add(a, b) >> 1; }
static inline int32_t fft_half_difference(int32_t a, int32_t b) { return fft_sub(a, b) >> 1; }

#endif
