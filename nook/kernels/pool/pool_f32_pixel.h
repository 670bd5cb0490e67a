/* The window of one pixel of a float32 pool: the job of kernels of pools with an FPU and for Helium. */
#ifndef NOOK_KERNELS_POOL_POOL_F32_PIXEL_H_
#define NOOK_KERNELS_POOL_POOL_F32_PIXEL_H_

#include "nook/kernels/asm/float_range.h"
#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_pool_f32_pixel {
  int32_t pixel_bytes; /* bytes from a pixel to the next */
  int32_t width;       /* > 0: columns of the window */
  int32_t skip; /* bytes from the end of the window's pixels in a row to its first one in the next row */
  const char* ring_end; /* end of the last row in memory, after which row 0 follows */
  int32_t channels;     /* at least 4 */
  nook_float_range range;
  int32_t rows;       /* > 0: rows of the window */
  int32_t ring_bytes; /* bytes of all rows in memory */
  float count;        /* pixels of the window, for an average */
  float factor;       /* 1 / count where the count is a power of two, else 0 */
} nook_pool_f32_pixel;

#include "nook/kernels/pool/pool_f32_pixel_offsets.inc"

/* Computes the channels of y from the window's, the first of which begins at x. */
typedef void nook_pool_f32_pixel_kernel(const nook_pool_f32_pixel* job, const char* x, float* y);

#endif
