/* The largest bytes, and the means, of a window of pixels on cores with vectors, across channels: the inner
 * loops of pools. */
#ifndef NOOK_KERNELS_POOL_RVV_POOL_RVV_H_
#define NOOK_KERNELS_POOL_RVV_POOL_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

typedef struct nook_pool_rvv {
  const int8_t* first;  /* the first pixel of the window; any alignment, like y */
  const char* ring_end; /* a row at or past this one is ring_bytes before */
  int32_t ring_bytes;
  int32_t rows, width; /* size of the window, > 0 */
  int32_t skip;      /* bytes from the end of a row's pixels in the window to the first one in the next row */
  int32_t channels;  /* > 0 */
  int32_t low, high; /* in int8 */
  int32_t count;     /* pixels by which sums are divided, fewer than 256 */
} nook_pool_rvv;

#include "nook/kernels/pool/rvv/pool_rvv_offsets.inc"

/* y[c] = clamp(largest, low, high): five instructions for a pixel and as many channels as a vector has bytes,
 * 128 if VLEN is 128. */
void nook_max_rvv(const nook_pool_rvv* job, int8_t* y);
/* y[c] = clamp(sum / count, low, high), ties away from zero: five instructions for a pixel and half as many
 * channels. */
void nook_average_rvv(const nook_pool_rvv* job, int8_t* y);
/* Likewise of sums. */
void nook_average_of_sums_rvv(const nook_pool_rvv* job, const int32_t* sums, int8_t* y);
/* sums[c] = the sum of `width` pixels from `first` on, plus sums[c] if `adds`. */
void nook_sum_pixels_rvv(const int8_t* first, int32_t width, int32_t channels, int32_t* sums, int32_t adds);

#endif
