/* The dot products of dot_3x4_k16_fpu.h for 32 inputs. Pixels are contiguous and are unpacked as they are
 * read. The packed weights have the first and the third word of each two inputs: 8 bits per weight. They stay
 * in FPU registers for all pixels. The second words are computed from them for each four outputs, and are
 * stored on the stack. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

enum { NOOK_3X4_K32_INPUTS = 32 };

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_3x4_k32 {
  const int8_t* x;       /* at least three pixels; any alignment; must not be below y */
  int32_t left;          /* pixels after whole threes: then the last three are computed again */
  int32_t step;          /* bytes from the outputs of three pixels to the next three */
  int32_t second, third; /* bytes from a pixel's outputs to the outputs of the two pixels that follow */
  int32_t span; /* bytes from the outputs of the first three pixels to the outputs of the last whole three */
  const void* packed; /* packed weights, at a multiple of 4 */
  int8_t *y, *end;    /* the first and the last four outputs of the first pixel; any alignment */
} nook_dot_3x4_k32;

#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu_offsets.inc"

/* The caller clamps. */
void nook_dot_3x4_k32_fpu(const nook_dot_3x4_k32* job);

#endif
