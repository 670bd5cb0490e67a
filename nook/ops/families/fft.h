/* Fourier transforms of real signals: kernel contract, for C99 and C++. The forms are in fft_op.h.
 *
 * A signal of `length` samples has a spectrum of length / 2 + 1 bins, pairs of real and imaginary part. In
 * fixed point each stage divides by its radix, so that numbers do not grow: exactly the arithmetic of
 * TensorFlow Lite Micro. */
#ifndef NOOK_OPS_FAMILIES_FFT_H_
#define NOOK_OPS_FAMILIES_FFT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* The table `turns` holds twiddle factors, as pairs. With n = length / 2: n values e^(-2 pi i k / n), then n
 * / 2 values e^(-pi i ((k + 1) / n + 1/2)); for an inverse transform their conjugates. n is at least 2 and
 * has no factors except 2, 3 and 5. */
typedef struct nook_fft_s16 {
  int32_t rows;   /* number of signals */
  int32_t length; /* samples of a transform */
  int32_t given;  /* samples of a signal; zeros follow */
  const int16_t* turns;
} nook_fft_s16;
typedef struct nook_fft_s32 {
  int32_t rows, length, given;
  const int32_t* turns;
} nook_fft_s32;
typedef struct nook_fft_f32 {
  int32_t rows, length, given;
  const float* turns;
} nook_fft_f32;

/* Kernels of transforms; all arrays are dense. */
typedef void nook_fft_s16_kernel(const nook_fft_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);
typedef void nook_fft_s32_kernel(const nook_fft_s32* p, const int32_t* x, int32_t* y, void* scratch_memory);
typedef void nook_fft_f32_kernel(const nook_fft_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
