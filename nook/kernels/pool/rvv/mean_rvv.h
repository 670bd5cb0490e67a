/* Rescaled means of pixels on cores with vectors, across channels: the inner loops of MEAN. */
#ifndef NOOK_KERNELS_POOL_RVV_MEAN_RVV_H_
#define NOOK_KERNELS_POOL_RVV_MEAN_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Sums, and `start`, are rescaled by multiplier * 2^-(31 + right), right in [0, 31]. */
typedef struct nook_mean_rvv {
  int32_t start;
  int32_t multiplier, right, zero; /* zero point of y */
  int32_t channels;                /* > 0 */
  int32_t pixels;                  /* > 0 */
} nook_mean_rvv;

#include "nook/kernels/pool/rvv/mean_rvv_offsets.inc"

/* y[c] = clamp(rescale(start + sum of x[n * channels + c]) + zero, -128, 127): six instructions for a pixel
 * and as many channels as a vector has lanes, 32 if VLEN is 128. y may equal x. */
void nook_mean_of_pixels_rvv(const nook_mean_rvv* job, const int8_t* x, int8_t* y);
/* Likewise of sums. */
void nook_mean_of_sums_rvv(const nook_mean_rvv* job, const int32_t* sums, int8_t* y);

#endif
