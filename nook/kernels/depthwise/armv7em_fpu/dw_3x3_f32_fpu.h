/* A row of a float32 depthwise convolution with 3x3 taps on cores with an FPU, with a stride of 1 or 2 along
 * the row and at most one column of padding at each end: four pixels of two channels at a time. The weights
 * of both channels stay in registers for the whole row, and each input is loaded once for all pixels of the
 * tile. Each sum adds its products in the order of the reference and rounds twice, so that results have the
 * reference's bytes.
 *
 * Packed weights (pack_f32.h), for each two channels: their biases, then their weights of each tap. If the
 * number of channels is odd, the last two overlap those before them. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_DW_3X3_F32_FPU_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_DW_3X3_F32_FPU_H_

#include "nook/kernels/asm/float_range.h"
#include "nook/kernels/asm/offsets.h"

enum {
  NOOK_DW_3X3_F32_LEFT = 1,   /* the first column of the first tile is padding */
  NOOK_DW_3X3_F32_RIGHT = 2,  /* the last column of the last tile is padding */
  NOOK_DW_3X3_F32_ABSENT = 16 /* row 0 is padding; 32: row 1, 64: row 2 */
};

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dw_3x3_f32 {
  const float* rows[3];  /* the first column of the first tile in each row, channel 0 */
  int32_t flags;         /* without NOOK_DW_3X3_F32_RIGHT */
  int32_t right;         /* NOOK_DW_3X3_F32_RIGHT or 0 */
  float* y;              /* the row of output */
  int32_t tiles;         /* > 0: fours of pixels; the last may overlap the one before it */
  int32_t back;          /* bytes from the end of the columns of a tile to the first column of the next */
  int32_t last_back;     /* pixels by which the last tile overlaps the one before it, in bytes of y */
  const float* weights;  /* packed weights */
  int32_t channel_bytes; /* bytes of a pixel's channels, of which there are at least two */
  nook_float_range range;
} nook_dw_3x3_f32;

#include "nook/kernels/depthwise/armv7em_fpu/dw_3x3_f32_fpu_offsets.inc"

/* For four pixels of two channels: 144 instructions multiply and add, 36 load, or 54 with a stride of 2. */
void nook_dw_3x3_f32_fpu(const nook_dw_3x3_f32* job);
void nook_dw_3x3s2_f32_fpu(const nook_dw_3x3_f32* job);

#endif
