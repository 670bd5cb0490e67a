/* float32 depthwise convolutions of any filter: four channels of four pixels at a time, whose sixteen sums
 * stay in registers. The job of the kernels that compute them, dw_4x4_f32_fpu.h and dw_4x4_f32_mve.h. Each
 * sum adds its products in the order of the reference and rounds twice, so that results have the reference's
 * bytes.
 *
 * All tiles of a part of a row are made of four channels before the next four, so that their weights stay in
 * the flash's buffer.
 *
 * Packed weights (pack_f32.h), for each four channels: their biases, none of which is -0, then their weights
 * of each tap. If the number of channels is not a multiple of four, the last four overlap the others. */
#ifndef NOOK_KERNELS_DEPTHWISE_DW_4X4_F32_H_
#define NOOK_KERNELS_DEPTHWISE_DW_4X4_F32_H_

#include "nook/kernels/asm/float_range.h"
#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dw_4x4_f32 {
  const float *const *taps, *const *taps_end; /* channel 0 of each tap of the first pixel, may be outside */
  const uint8_t* outside; /* bits for each tap: the pixels for which it is outside, 1, 2, 4, 8. Null: none,
                             and there are taps. Else there is one tile. */
  const float* weights;   /* packed weights */
  int32_t first;          /* bytes from the packed weights of four channels to the weights of the first tap */
  int32_t tile_bytes;     /* bytes of the packed weights of four channels */
  int32_t channel_bytes;  /* bytes of a pixel's channels, of which there are at least four */
  int32_t pixel_bytes;    /* bytes from the inputs of a pixel to the next pixel's */
  int32_t tiles;          /* > 0: fours of pixels */
  nook_float_range range;
  float* y[4]; /* the outputs of each pixel of the first tile; those that do not exist may replace earlier
                  ones, which are stored after them */
} nook_dw_4x4_f32;

#include "nook/kernels/depthwise/dw_4x4_f32_offsets.inc"

typedef void nook_dw_4x4_f32_kernel(const nook_dw_4x4_f32* job);

#endif
